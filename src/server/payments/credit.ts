import { oneOf } from "#server/db/schema/columns.ts";
import { endedStatuses } from "#domain/orders/lifecycle.ts";
import { and, eq, lt, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { addDays } from "#domain/dates.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { creditDays } from "#domain/payments/payments.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { orders } from "#server/db/schema/orders.ts";
import { withRetries } from "#server/db/retries.ts";
import { eachAlone } from "#server/each-alone.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { countPendingByHand, creditOf, releaseCredit, returnableOf } from "#server/ledger/overpaid.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import { type Services, today } from "#server/services.ts";
import { announcePayment } from "./announce-payment.ts";

const atOnce = 100;

/**
 * Gives back the money beyond all of an order's instalments, and returns how much. Throws a Refusal if there is none.
 */
export const returnCredit = (services: Services, orderId: string, actor: string): Promise<Cents> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const credit = await returnIn(services, tx, orderId, actor);
      if (credit === 0) throw new Refusal("no_credit", "There is no credit on this order.");
      return credit;
    }),
  );

async function returnIn(services: Services, tx: Db, orderId: string, actor: string): Promise<Cents> {
  const order = await lockOrder(tx, orderId);
  // A refund by hand that is on its way takes overpaid money first.
  await countPendingByHand(tx, orderId);
  const whole = await creditOf(tx, orderId);
  // A bank may still take as much as is in dispute.
  const credit = Math.min(whole, await returnableOf(tx, orderId));
  if (whole > 0 && credit === 0) return 0;
  await releaseCredit(tx, orderId);
  if (credit === 0) return 0;
  // A returned overpayment is the renter's own money, so the renter counts as the decider.
  const decidedBy = actor === "system" ? actor : "renter";
  await recountRefunds(services, tx, orderId, { actor, decidedBy, reason: "credit" });
  await audit(tx, {
    actor,
    entity: "order",
    entityId: orderId,
    action: "credit_returned",
    after: { amount: wireMoney(credit) },
  });
  await announcePayment(tx, order);
  return credit;
}

/** The hour's job: gives back a credit when `creditDays` have passed since its payment and its rental's end. */
export async function returnOldCredits(services: Services): Promise<void> {
  const before = addDays(today(services), -creditDays);
  const found = await services.database.db
    .selectDistinct({ id: orders.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.keepsOver, true),
        sql`${payments.over} > 0`,
        oneOf("orders.status", endedStatuses),
        lt(payments.paidOn, before),
        sql`(${orders.status} = 'cancelled' or ${orders.returnDate} < ${before}::date)`,
      ),
    )
    .limit(atOnce);
  await eachAlone(services, found, {
    idOf: ({ id }) => id,
    work: ({ id }) => services.database.transaction((tx) => returnIn(services, tx, id, "system")),
  });
}
