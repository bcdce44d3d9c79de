import { and, eq, ne, or, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { Cents } from "#domain/money.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { orders, promoCodes } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./queries.ts";

/** An order as far as it may hold a code. */
type Holder = Pick<OrderRow, "id" | "promoCode" | "customerEmail">;

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

/** Somebody's own order, or one that stands for another reason: a request that anybody may have typed counts for nothing. */
async function hasOrdered(tx: Db, email: string): Promise<boolean> {
  const found = await rowsIn(tx)(
    "select 1 from orders where lower(customer_email) = lower($1) and status <> 'cancelled' and (proved_at is not null or status <> 'pending') limit 1",
    [email],
  );
  return found.length > 0;
}

/** An order uses its code. */
export const takePromo = (tx: Db, code: string, orderId: string): Promise<unknown> =>
  tx.update(promoCodes).set({ orderId }).where(eq(promoCodes.code, code));

/**
 * A cancelled order gave its code back; alive again at the price that was agreed, it takes the same one again, whatever
 * address it writes to by now. Throws a Refusal where another order has used the code since, or its renter another code.
 */
export async function takePromoAgain(tx: Db, order: Holder): Promise<void> {
  const { id, promoCode, customerEmail } = order;
  const isTheirs = sql`lower(${promoCodes.email}) = lower(${customerEmail})`;
  // Theirs too, so that nobody orders with it at the same moment.
  const found = await tx
    .select()
    .from(promoCodes)
    .where(or(eq(promoCodes.code, promoCode ?? ""), isTheirs))
    .orderBy(promoCodes.code)
    .for("update");
  const own = found.find(({ code }) => code === promoCode) ?? (promoCode ? undefined : found[0]);
  if ((own?.orderId && own.orderId !== id) || (await hasUsedAnother(tx, order)))
    throw new Refusal(
      "promo_used",
      "Another order has used this order's promo code since it was canceled. Please cancel that one first, or enter a new order.",
    );
  if (own) await takePromo(tx, own.code, id);
}

/** Whether another order of the same renter is held by a code: one is for the first rental of a person. */
async function hasUsedAnother(tx: Db, { id, customerEmail }: Holder): Promise<boolean> {
  const isTheirs = sql`lower(${orders.customerEmail}) = lower(${customerEmail})`;
  const found = await tx
    .select({ code: promoCodes.code })
    .from(promoCodes)
    .innerJoin(orders, eq(orders.id, promoCodes.orderId))
    .where(and(isTheirs, ne(orders.id, id)))
    .limit(1);
  return found.length > 0;
}

const promoRefused = (message: string): Refusal =>
  new Refusal("promo_refused", `promo ${message}.`, {
    fields: { promo: { code: "promo_refused", message } },
  });
