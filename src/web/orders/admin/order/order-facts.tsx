import type { ReactNode } from "react";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { showTime } from "#web/ui/format/show-time.ts";
import { insuranceWords } from "#web/orders/insurance-words.ts";
import { paymentWords } from "#web/ui/format/payment-words.ts";
import { showNumber } from "#web/ui/format/show-number.ts";

const rows = "named gap-1 text-[0.875rem]/[inherit] [--names:calc((100%-0.75rem)/3)] [&_dt]:text-ink-faint";

/** The renter. A fact that we don't know says so. */
export function AdminOrderRenter({ order }: { order: AdminOrderDetail }) {
  const {
    renterName,
    renterEmail,
    renterPhone,
    renterAge,
    renterLicenseNumber,
    renterLicenseState,
    language,
  } = order;
  const open = m.admin_orders_not_given();
  return (
    <dl className={rows}>
      <Row name={m.admin_orders_fact_name()}>{renterName}</Row>
      <Row name={m.order_fact_email()}>
        <a href={`mailto:${renterEmail}`}>{renterEmail}</a>
      </Row>
      <Row name={m.admin_orders_fact_phone()}>
        {renterPhone ? <a href={`tel:${renterPhone.replace(/[^\d+]/g, "")}`}>{renterPhone}</a> : open}
      </Row>
      <Row name={m.admin_orders_fact_language()}>
        {language === "zh" ? m.admin_orders_language_zh() : m.admin_orders_language_en()}
      </Row>
      <Row name={m.admin_orders_fact_age()}>{renterAge ?? open}</Row>
      <Row name={m.admin_orders_fact_licence()}>
        {renterLicenseNumber ? [renterLicenseNumber, renterLicenseState].filter(Boolean).join(", ") : open}
      </Row>
    </dl>
  );
}

/** When and where the rental is, its insurance and payment, and its progress. */
export function AdminOrderFacts({ order }: { order: AdminOrderDetail }) {
  const {
    location,
    pickupLocation,
    insurance,
    collisionIncluded,
    expiresAt,
    tripStartedAt,
    tripCompletedAt,
  } = order;
  const moment = (date: string, time: string) =>
    m.order_day_at({ date: showDate(date), time: showTime(time) });
  const payment = paymentWords(order.paymentMethod, order.paymentCard, order.status);
  return (
    <dl className={rows}>
      <Row name={m.order_fact_pickup()}>{moment(order.pickupDate, order.pickupTime)}</Row>
      <Row name={m.order_fact_return()}>{moment(order.returnDate, order.returnTime)}</Row>
      <Row name={m.admin_orders_fact_length()}>{m.common_days({ days: order.totalDays })}</Row>
      <Row name={m.admin_orders_fact_place()}>
        {[pickupLocation, location && cityOrName(location)].filter(Boolean).join(", ")}
      </Row>
      <Row name={m.order_fact_miles()}>
        {m.order_fact_miles_pooled({ miles: showNumber(order.milesIncluded) })}
      </Row>
      {insurance && <Row name={m.order_fact_liability()}>{insuranceWords(insurance)}</Row>}
      <Row name={m.order_fact_collision()}>
        {collisionIncluded ? m.order_collision_included() : m.order_collision_not_included()}
      </Row>
      {payment && <Row name={m.order_fact_payment()}>{payment}</Row>}
      {order.host && <Row name={m.admin_orders_fact_host()}>{order.host.name}</Row>}
      <Row name={m.admin_orders_fact_placed()}>{showMoment(order.createdAt)}</Row>
      {expiresAt && <Row name={m.admin_orders_fact_expires()}>{showMoment(expiresAt)}</Row>}
      {tripStartedAt && <Row name={m.admin_orders_fact_started()}>{showMoment(tripStartedAt)}</Row>}
      {tripCompletedAt && <Row name={m.admin_orders_fact_completed()}>{showMoment(tripCompletedAt)}</Row>}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
