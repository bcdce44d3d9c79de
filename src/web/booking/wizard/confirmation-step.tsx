import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Navigate, useSearchParams } from "react-router";
import type { ShownOrder } from "#contract/orders.ts";
import { BillTerms } from "#web/orders/order/bill.tsx";
import { useBusiness } from "#web/layout/business.ts";
import { OrderBill } from "#web/orders/order/order-bill.tsx";
import { licenceQuery } from "#web/papers/queries.ts";
import { endsUnpaid, unpaidBooking } from "#domain/booking/wizard.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { arrangeWords } from "#web/ui/format/locks-words.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { unbroken } from "#web/ui/format/unbroken.ts";
import { bookedOrderQuery, paidQuery } from "./queries.ts";
import { unpaidAddress } from "./wizard-address.ts";
import { Confirming, LoadFailed, Loading } from "./wizard-states.tsx";
import { WizardWay } from "./wizard-way.tsx";

/** The last step: what is booked now, the next steps, and a link to the trip's own page. */
export function ConfirmationStep({ carId, orderId }: { carId: string; orderId: string }) {
  const [query] = useSearchParams();
  const isBack = query.has("paid");
  const paid = useQuery({ ...paidQuery(orderId), enabled: isBack });
  const isKnown = !isBack || paid.isError || (paid.data && paid.data.state !== "confirming");
  const found = useQuery({ ...bookedOrderQuery(orderId), enabled: isKnown === true });
  const { data: order, error, refetch } = found;
  const { data: licence } = useQuery(licenceQuery);
  const tellsHowToPay = useBusiness()?.tellsHowToPay ?? false;
  const [now] = useState(() => Date.now());
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), [order?.id]);

  if (!order && error) return <LoadFailed onAgain={() => void refetch()} />;
  if (!isKnown) return <Confirming />;
  if (!order) return <Loading />;
  // Nothing is paid yet, so the renter goes back to the step that opens the payment.
  if (order.status === "pending" && !order.waitsWithoutHold && !order.host)
    return <Navigate to={unpaidAddress(carId)} replace />;
  // The trip's page shows orders that have begun, ended or been canceled, also after a late payment.
  if (order.status !== "confirmed") return <Navigate to={`/dashboard/trips/${order.id}`} replace />;
  const payment = firstPaymentWords(order, tellsHowToPay);
  return (
    <div className="page pt-[clamp(1.25rem,2.5vw,2rem)]">
      <WizardWay carId={carId} step="confirmation" />
      <div className="flow">
        <div className="grid grid-cols-1 gap-10">
          <header className="stack">
            <p
              className="grid size-14 place-items-center rounded-full bg-good text-surface text-[1.4rem]"
              aria-hidden="true"
            >
              <Icon name="check" />
            </p>
            <h1 className="h2" tabIndex={-1} ref={title}>
              {m.wizard_done_heading()}
            </h1>
            <p className="lead break-keep wrap-break-word">
              {m.wizard_done_lead({
                number: order.orderNumber,
                from: unbroken(showDate(order.pickupDate)),
                until: unbroken(showDate(order.returnDate)),
              })}
            </p>
            <p className="muted">
              {m.wizard_done_email({ email: order.renter?.email ?? order.customerEmail })}
            </p>
          </header>
          <section className="stack">
            <h2 className="h3">{m.wizard_done_next()}</h2>
            <ul className="grid gap-3.5">
              {licence?.verification.status !== "verified" && (
                <Next icon="shield">{m.wizard_done_licence()}</Next>
              )}
              {payment && <Next icon="lock">{payment}</Next>}
              <Next icon="road">{deliveryWords(order, now)}</Next>
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
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-3.5 [&>.i]:mt-0.5 [&>.i]:size-5.5 [&>.i]:text-ink-soft">
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}

/** Goes by the received payments: a renter who returns to this page may have paid since. */
function firstPaymentWords({ money, ...order }: ShownOrder, tellsHowToPay: boolean): string | undefined {
  const first = money?.instalments[0];
  if (!first) return undefined;
  if (first.state === "paid") return m.wizard_done_paid();
  if (Number(first.paid) === 0)
    return endsUnpaid(order, { bookedAt: Date.parse(order.createdAt), tellsHowToPay })
      ? m.wizard_done_pay({ hours: unpaidBooking.endsAfterHours })
      : m.wizard_done_pay_by_pickup();
  return m.wizard_done_paid_part({ paid: showMoney(first.paid), amount: showMoney(first.amount) });
}

function deliveryWords(order: ShownOrder, now: number): string {
  const place = order.renter?.pickupLocation;
  return place
    ? m.wizard_done_deliver({ place, date: showDate(order.pickupDate) })
    : arrangeWords(order, now);
}
