import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { letters, orders } from "#server/db/schema.ts";
import { hashToken, randomToken } from "#server/link-tokens.ts";

/**
 * Takes a deleted account's person out of what is over: finished orders keep their dates and money, and the letters about them go.
 * One made-up address stands for the person, so that customers are still counted right. What is still open needs its renter, and
 * belongs to nobody from now on.
 */
export async function forgetRenter(tx: Db, accountId: string): Promise<void> {
  const nobody = {
    customerName: "",
    customerEmail: `${crypto.randomUUID()}@deleted.invalid`,
    customerPhone: "",
    pickupLocation: "",
    paymentCard: null,
    placedFrom: null,
    // Neither a letter's key nor the same request again opens it.
    keyHash: hashToken(randomToken()),
    requestHash: hashToken(randomToken()),
  };
  const forgotten = await tx
    .update(orders)
    .set(nobody)
    .where(and(eq(orders.accountId, accountId), inArray(orders.status, ["completed", "cancelled"])))
    .returning({ id: orders.id });
  const ids = forgotten.map(({ id }) => id);
  if (ids.length) await tx.delete(letters).where(and(inArray(letters.orderId, ids), isNotNull(letters.sentAt)));
  await tx.update(orders).set({ accountId: null }).where(eq(orders.accountId, accountId));
}
