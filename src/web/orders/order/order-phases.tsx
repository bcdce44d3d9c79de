import { dateInLosAngeles } from "#domain/dates.ts";
import { type OrderStatus, orderStatuses } from "#domain/orders/lifecycle.ts";
import { extensionNoticeDays } from "#domain/pricing/rental-terms.ts";
import type { Order } from "#contract/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showTime } from "#web/ui/format/show-time.ts";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";
import { statusName } from "#web/ui/format/status-names.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { asksAfterYes, isAwaitingPayment } from "./order-words.ts";

/** The phases of an order that goes well. A cancelled order leaves them. */
type Phase = Exclude<OrderStatus, "cancelled">;
const way = orderStatuses.filter((status): status is Phase => status !== "cancelled");

/** The past, current and future phases, each with its day. A future phase says that it is not yet true. */
export function OrderPhases({ order }: { order: Order }) {
  const reached = way.findIndex((phase) => phase === order.status);
  return (
    <ol className="moons">
      {way.map((phase, index) => (
        <li
          key={phase}
          className={`${index < reached ? "past" : ""} relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-4 pb-7 last:pb-0 text-sm text-ink-soft`}
          aria-current={index === reached ? "step" : undefined}
        >
          <PhaseMoon
            status={phase}
            className={`size-6 m-0.5 [&>circle]:stroke-[1.2] ${index < reached ? "text-ink" : index === reached ? "text-bridge" : "text-ink-faint"}`}
          />
          <div className="max-w-136">
            <b className="flex flex-wrap justify-between gap-x-4 text-base/[1.75rem] text-ink">
              {statusName(phase)}
              <span className="text-sm/[inherit] font-text text-ink-faint tabular-nums">
                {phaseDay(phase, order)}
              </span>
            </b>
            <p>{phaseText(phase, order, index < reached)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function phaseDay(phase: Phase, order: Order): string {
  const day = (date: string, time: string) => m.order_day_at({ date: showDate(date), time: showTime(time) });
  switch (phase) {
    case "pending":
      return showDate(dateInLosAngeles(Date.parse(order.createdAt)));
    case "confirmed":
      if (order.status !== "pending" || isAwaitingPayment(order)) return "";
      return order.expiresAt
        ? m.order_until({ moment: showMomentInLosAngeles(order.expiresAt) })
        : m.order_before_pickup();
    case "in_progress":
      return day(order.pickupDate, order.pickupTime);
    case "completed":
      return day(order.returnDate, order.returnTime);
  }
}

function phaseText(phase: Phase, order: Order, isPast: boolean): string {
  if (phase === "pending") return pendingText(order, isPast);
  // While the renter chooses another car, none is set.
  if (phase === order.status && order.replacing) return "";
  switch (phase) {
    case "confirmed":
      return confirmedText(order);
    case "in_progress":
      return m.order_phase_in_progress();
    case "completed":
      return m.order_phase_completed({ days: extensionNoticeDays });
  }
}

function pendingText(order: Order, isPast: boolean): string {
  if (isPast) return m.order_phase_received();
  if (isAwaitingPayment(order)) return m.order_phase_pending_payment();
  if (order.host?.outcome === "waiting") return m.order_phase_pending_host();
  // While a plan's order can still expire, its address isn't confirmed and nobody looks for a car.
  if (order.source !== "plan") return m.order_phase_pending_car();
  return order.expiresAt ? "" : m.order_phase_pending_plan();
}

function confirmedText(order: Order): string {
  if (order.status !== "pending") return m.order_phase_confirmed();
  if (isAwaitingPayment(order)) return m.order_phase_confirmed_paid();
  return asksAfterYes(order) ? m.order_phase_confirmed_after_yes() : m.order_phase_confirmed_next();
}
