import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { addDays } from "#domain/dates.ts";
import { openChargeStatuses } from "#domain/charges/charges.ts";
import { minute } from "#domain/durations.ts";
import { endedStatuses } from "#domain/orders/lifecycle.ts";
import { audit } from "#server/db/audit.ts";
import { forgetMethods } from "#server/payments/saved-methods/forget-methods.ts";
import { isOwed } from "#server/db/owed-instalments.ts";
import { oneOf } from "#server/db/schema/columns.ts";
import { methodsToForget, savedMethods } from "#server/db/schema/money/providers.ts";
import { orders } from "#server/db/schema/orders.ts";
import { type Services, today } from "#server/services.ts";
import { announcePayment } from "#server/payments/announce-payment.ts";
import { nameOf } from "#server/error-name.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";

const atOnce = 50;
const longestPause = 24 * 60 * minute;

/** Removes an order's saved method at the renter's wish. A charge on its way goes on. */
export const removeSavedMethod = (
  { database }: Pick<Services, "database">,
  order: typeof orders.$inferSelect,
  actor: string,
): Promise<void> =>
  database.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const [label] = await forgetMethods(tx, [order.id]);
    if (label === undefined) return;
    await audit(tx, {
      actor,
      entity: "order",
      entityId: order.id,
      action: "payment_method_removed",
      before: { method: label },
    });
    await announcePayment(tx, order);
  });

/** Days after a rental's car is back in which its damage, tolls and refunds are settled. */
const keptAfterRental = 30;
/** The last day of a rental, or that on which its car came back, whichever is later. */
const lastDay = sql.raw(
  `greatest(orders.return_date, ${inLosAngeles("coalesce(orders.car_back_at, orders.trip_completed_at)")})`,
);

/** The hour's job: deletes the methods that were saved for rentals that are over and settled. */
export async function forgetSettled(services: Services): Promise<void> {
  const before = addDays(today(services), -keptAfterRental);
  await services.database.transaction(async (tx) => {
    const settled = await tx
      .select({ id: orders.id })
      .from(savedMethods)
      .innerJoin(orders, eq(orders.id, savedMethods.orderId))
      .where(
        and(
          inArray(orders.status, endedStatuses),
          eq(orders.isCarOut, false),
          sql`${lastDay} < ${before}::date`,
          sql`not exists (select from instalments where order_id = ${orders.id} and ${sql.raw(isOwed())})`,
          sql`not exists (select from charges where order_id = ${orders.id} and ${oneOf("charges.status", openChargeStatuses)})`,
        ),
      )
      .limit(atOnce);
    await forgetMethods(
      tx,
      settled.map(({ id }) => id),
    );
  });
}

/** The minute's job: providers are told to forget, again and again with growing pauses until they have. */
export async function forgetAtProviders(services: Services): Promise<void> {
  const { db } = services.database;
  const at = services.now();
  const waiting = await db
    .select()
    .from(methodsToForget)
    .where(lte(methodsToForget.nextTryAt, new Date(at)))
    .orderBy(asc(methodsToForget.nextTryAt))
    .limit(atOnce);
  for (const { id, mode, methodRef, tries } of waiting) {
    const provider = services.providers.get(mode);
    if (!provider) continue;
    const pause = Math.min(longestPause, minute * 2 ** Math.min(tries, 12));
    // The process that moves the next try has this method to itself.
    const taken = await db
      .update(methodsToForget)
      .set({ tries: sql`tries + 1`, nextTryAt: new Date(at + pause) })
      .where(and(eq(methodsToForget.id, id), eq(methodsToForget.tries, tries)))
      .returning();
    if (taken.length === 0) continue;
    try {
      await provider.forget(methodRef);
      await db.delete(methodsToForget).where(eq(methodsToForget.id, id));
    } catch (error) {
      services.log.warn({ failure: nameOf(error), mode }, "a saved method could not be forgotten yet");
    }
  }
}
