import { eq, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";

/**
 * Locks an id: it belongs to one order, or to one unfinished booking that becomes the order with this id. Calls
 * with the same id at the same time wait here. Take this lock before every other lock.
 */
export const lockId = (tx: Db, id: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${id.toLowerCase()}`}, 0))`);

/**
 * Throws a Refusal for the id of a begun booking, or of a booking for which a payment may come: no other order may
 * have the id when the payment comes.
 */
export async function refuseIdInUse(tx: Db, id: string): Promise<void> {
  const begun = await tx.select({ id: wizardDrafts.id }).from(wizardDrafts).where(eq(wizardDrafts.id, id));
  const paid = await tx.select({ id: payments.id }).from(payments).where(eq(payments.orderId, id)).limit(1);
  if (begun.length > 0 || paid.length > 0) throw orderIdUsed();
}

export const orderIdUsed = (): Refusal =>
  new Refusal("order_id_used", "This ID belongs to another order.", {
    fields: { id: { code: "order_id_used", message: "belongs to another order" } },
  });
