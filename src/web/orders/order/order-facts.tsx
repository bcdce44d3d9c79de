import type { ShownOrder } from "#contract/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { showTime } from "#web/ui/format/show-time.ts";
import { insuranceWords } from "#web/orders/insurance-words.ts";
import { paymentWords } from "#web/ui/format/payment-words.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { showDate } from "#web/ui/format/show-date.ts";

type Props = {
  order: Omit<ShownOrder, "money" | "cancellation" | "offer">;
  city: string | undefined;
};

/** The facts of an order in rows: when, where, who, the insurance and the payment. */
export function OrderFacts({ order, city }: Props) {
  const moment = (date: string, time: string) =>
    m.order_day_at({ date: showDate(date), time: showTime(time) });
  const rows = [
    [m.order_fact_pickup(), moment(order.pickupDate, order.pickupTime)],
    [m.order_fact_return(), moment(order.returnDate, order.returnTime)],
    [m.order_fact_place(), city],
    [m.order_fact_address(), order.renter?.pickupLocation],
    [m.order_fact_host_address(), order.hostAddress],
    [m.order_fact_renter(), order.renter?.name],
    [m.order_fact_email(), order.renter?.email ?? order.customerEmail],
    [m.order_fact_phone(), order.renter?.phone],
    [m.order_fact_miles(), m.order_fact_miles_pooled({ miles: showNumber(order.milesIncluded) })],
    [m.order_fact_liability(), order.insurance && insuranceWords(order.insurance)],
    [
      m.order_fact_collision(),
      order.collisionIncluded ? m.order_collision_included() : m.order_collision_not_included(),
    ],
    [m.order_fact_payment(), paymentWords(order.payment?.method, order.payment?.card, order.status)],
  ] as const;
  return (
    <dl className="named gap-1 px-[clamp(0rem,2vw,1.75rem)] text-[0.875rem]/[1.5] tabular-nums [--names:6rem]">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="break-keep">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
