import { eq, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { Cents } from "#domain/money.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { promoCodes } from "#server/db/schema/orders.ts";

/**
 * What a promo code takes off this order; its row stays locked. Throws a Refusal for a code that is unknown,
 * used, somebody else's, or not for a first rental.
 */
export async function promoDiscount(tx: Db, code: string | undefined, email: string): Promise<Cents> {
  if (!code) return 0;
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code)).for("update");
  if (!promo) throw promoRefused("is not a code of ours");
  if (promo.orderId) throw promoRefused("has been used");
  if (promo.email.toLowerCase() !== email.toLowerCase()) throw promoRefused("belongs to another email");
  if (await hasOrdered(tx, email)) throw promoRefused("is for a first rental");
  return promoValue;
}

/** The same, but nothing for a code that will not do: what a page shows. Whoever takes it then has its row locked. */
export async function promoOf(
  db: Db,
  code: string | undefined,
  email: string,
  lock?: "update",
): Promise<Cents> {
  if (!code) return 0;
  const found = db.select().from(promoCodes).where(eq(promoCodes.code, code));
  const [promo] = await (lock ? found.for(lock) : found);
  const isTheirs = promo?.orderId === null && promo.email.toLowerCase() === email.toLowerCase();
  return isTheirs && !(await hasOrdered(db, email)) ? promoValue : 0;
}

async function hasOrdered(tx: Db, email: string): Promise<boolean> {
  const found = await rowsIn(tx)(
    "select 1 from orders where lower(customer_email) = lower($1) and status <> 'cancelled' limit 1",
    [email],
  );
  return found.length > 0;
}

/** An order uses its code. */
export const takePromo = (tx: Db, code: string, orderId: string): Promise<unknown> =>
  tx.update(promoCodes).set({ orderId }).where(eq(promoCodes.code, code));

/**
 * A cancelled order gave its code back; alive again at the price that was agreed, it takes it again. Throws a Refusal
 * where another order has used it since.
 */
export async function takePromoAgain(tx: Db, email: string, orderId: string): Promise<void> {
  const [promo] = await tx
    .select()
    .from(promoCodes)
    .where(sql`lower(email) = lower(${email})`)
    .for("update");
  if (!promo) return;
  if (promo.orderId && promo.orderId !== orderId)
    throw new Refusal(
      "promo_used",
      "Another order has used this order's promo code since it was canceled. Please cancel that one first, or enter a new order.",
    );
  await takePromo(tx, promo.code, orderId);
}

const promoRefused = (message: string): Refusal =>
  new Refusal("promo_refused", `promo ${message}.`, {
    fields: { promo: { code: "promo_refused", message } },
  });
