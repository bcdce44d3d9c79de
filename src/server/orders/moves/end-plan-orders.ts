import { addDays, later, type IsoDate } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { confirmWithin } from "#domain/orders/lifecycle.ts";
import { isUnconfirmedPlanOrder } from "#server/orders/attention-queries.ts";
import { awaitsPayment } from "#server/db/awaits-payment.ts";
import { eachAlone } from "#server/each-alone.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { planEndingAdminEmail } from "#server/orders/emails/to-admin.ts";
import { planEndingEmail } from "#server/orders/emails/ended.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { remind } from "#server/orders/remind.ts";
import { type Services, today } from "#server/services.ts";
import { moveOrder } from "./move-order.ts";
import { lockOrderWithCar } from "./lock-order-with-car.ts";

const atOnce = 100;

/** Ends plan orders whose address nobody has confirmed in time: the visitor may have typed anybody's address. */
async function endUnconfirmed(services: Services): Promise<void> {
  const found = await services.database.rows<{ id: string }>(
    `select id from orders where ${isUnconfirmedPlanOrder} and created_at <= $1 order by created_at limit ${atOnce}`,
    [new Date(services.now() - confirmWithin)],
  );
  await eachAlone(services, found, {
    idOf: ({ id }) => id,
    work: ({ id }) =>
      services.database.transaction(async (tx) => {
        const order = await lockOrderWithCar(tx, id);
        if (order.status !== "pending" || order.emailConfirmedAt || order.carId || order.hostAnswer) return;
        await moveOrder(services, tx, order, "expire", {
          lost: { settlement: await settlementOf(services, tx, order) },
        });
      }),
  });
}

/**
 * The hour's job: a plan order that is still pending ends at its pickup. Renter and administrators get an email a
 * day before; if it goes late, the order ends a day later. An order with an unconfirmed address ends sooner.
 */
export async function endPlanOrders(services: Services): Promise<void> {
  try {
    await endUnconfirmed(services);
  } finally {
    await endUntaken(services);
  }
}

/** Warns of plan orders that are still pending the day before their pickup, and ends them at the pickup. */
async function endUntaken(services: Services): Promise<void> {
  const day = addDays(today(services), 1);
  await remind<"plan_ending">(services, {
    due: `select id, 'plan_ending', $1::date from orders
      where source = 'plan' and status = 'pending' and not ${awaitsPayment} and pickup_date <= $1::date
        and not exists (select from reminders where order_id = orders.id and kind = 'plan_ending')`,
    day,
    emails: (order) => {
      const endsAt = endOf(order, day);
      return [
        planEndingEmail(services.config, order, endsAt),
        planEndingAdminEmail(services.config, order, endsAt),
      ];
    },
  });
  const reminded = await services.database.rows<{ id: string; day: IsoDate }>(
    `select id, day::text from orders join reminders on order_id = orders.id and kind = 'plan_ending'
     where source = 'plan' and status = 'pending' and not ${awaitsPayment} and greatest(day, pickup_date) <= $1::date limit ${atOnce}`,
    [today(services)],
  );
  await eachAlone(services, reminded, {
    idOf: ({ id }) => id,
    work: ({ id, day: remindedFor }) => endIfOver(services, id, remindedFor),
  });
}

const endOf = ({ pickupDate, pickupTime }: OrderRow, remindedFor: IsoDate): number =>
  instantInLosAngeles(later(pickupDate, remindedFor), pickupTime);

const endIfOver = (services: Services, id: string, remindedFor: IsoDate): Promise<void> =>
  services.database.transaction(async (tx) => {
    const order = await lockOrderWithCar(tx, id);
    if (order.status !== "pending" || waitsForPayment(order) || endOf(order, remindedFor) > services.now())
      return;
    const settlement = await settlementOf(services, tx, order);
    await moveOrder(services, tx, order, "end_plan", { lost: { settlement } });
  });
