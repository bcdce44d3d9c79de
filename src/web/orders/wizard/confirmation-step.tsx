import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Order } from "#contract/orders.ts";
import { formatDate } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { BillTerms } from "#web/orders/order/bill.tsx";
import { OrderBill } from "#web/orders/order/order-bill.tsx";
import { unpaidBooking } from "#domain/orders/wizard.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { bookedOrderQuery } from "./queries.ts";
import { LoadFailed, Loading } from "./wizard-states.tsx";
import { WizardWay } from "./wizard-way.tsx";
import styles from "./wizard.module.css";

/** The last step: what is booked now, what comes next, and the way to the trip's own page. */
export function ConfirmationStep({ carId, orderId }: { carId: string; orderId: string }) {
  const { data: order, error, refetch } = useQuery(bookedOrderQuery(orderId));
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), [order?.id]);

  if (error) return <LoadFailed onAgain={() => void refetch()} />;
  if (!order) return <Loading />;
  const language = currentLanguage();
  return (
    <div className={`page ${styles.page}`}>
      <WizardWay carId={carId} step="confirmation" />
      <div className="flow">
        <div className="grid grid-cols-1 gap-10">
          <header className="stack">
            <p className={styles.done} aria-hidden="true">
              <Icon name="check" />
            </p>
            <h1 className="h2" tabIndex={-1} ref={title}>
              {m.wizard_done_heading()}
            </h1>
            <p className="lead">
              {m.wizard_done_lead({
                number: order.orderNumber,
                from: formatDate(order.pickupDate, language),
                until: formatDate(order.returnDate, language),
              })}
            </p>
            <p className="muted">
              {m.wizard_done_email({ email: order.renter?.email ?? order.customerEmail })}
            </p>
          </header>
          <section className="stack">
            <h2 className="h3">{m.wizard_done_next()}</h2>
            <ul className={styles.next}>
              <Next icon="shield">{m.wizard_done_licence()}</Next>
              <Next icon="lock">{m.wizard_done_pay({ hours: unpaidBooking.endsAfterHours })}</Next>
              <Next icon="road">{deliveryWords(order)}</Next>
            </ul>
          </section>
          <div className="acts">
            <Link className="btn btn-primary" to={`/dashboard/trips/${order.id}`}>
              {m.wizard_done_trip()}
            </Link>
            <Link className="btn btn-secondary" to="/cars">
              {m.layout_browse_cars()}
            </Link>
          </div>
        </div>
        <aside className="flow-side" aria-label={m.wizard_summary()}>
          <OrderBill order={order} />
          <BillTerms milesIncluded={order.milesIncluded} />
        </aside>
      </div>
    </div>
  );
}

function Next({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}

function deliveryWords({ pickupDate, renter }: Order): string {
  const date = formatDate(pickupDate, currentLanguage());
  const place = renter?.pickupLocation;
  return place ? m.wizard_done_deliver({ place, date }) : m.wizard_done_arrange({ date });
}
