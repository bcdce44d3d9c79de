import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { Cents } from "#domain/money.ts";
import { mailboxOf, phoneKey } from "#domain/people/same-person.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { orders, promoCodes } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/queries.ts";

/** The parts of an order that matter for a promo code. */
type PromoHolder = Pick<OrderRow, "id" | "promoCode" | "customerEmail" | "customerPhone" | "accountId">;

/** The renter for the rule of the first rental: the same email, phone or account means the same person. */
export type FirstRenter = {
  email: string;
  phone: string;
  accountId: string | null;
  /** The booking under way that may hold the code already. */
  draftId?: string;
};

/**
 * The discount of a promo code for this order; the code's row and the person stay locked. Throws a Refusal for a
 * code that is unknown, used, part of another booking or somebody else's, and for a rental that isn't the first.
 */
export async function promoDiscount(tx: Db, code: string | undefined, who: FirstRenter): Promise<Cents> {
  if (!code) return 0;
  await takePersonsTurn(tx, who);
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code)).for("update");
  if (!promo) throw promoRefused("is not a code of ours");
  if (promo.orderId) throw promoRefused("has been used");
  if (promo.draftId && promo.draftId !== who.draftId)
    throw promoRefused("is part of a booking that waits for its payment");
  if (promo.email.toLowerCase() !== who.email.toLowerCase()) throw promoRefused("belongs to another email");
  if (await hasOrdered(tx, who)) throw promoRefused("is for a first rental");
  return promoValue;
}

/** The discount of a promo code that a page shows: nothing for a code that can't be used. */
export async function promoOf(db: Db, code: string | undefined, who: FirstRenter): Promise<Cents> {
  if (!code) return 0;
  const [promo] = await db.select().from(promoCodes).where(eq(promoCodes.code, code));
  const isFree = promo?.orderId === null && (promo.draftId === null || promo.draftId === who.draftId);
  const isTheirs = isFree && promo.email.toLowerCase() === who.email.toLowerCase();
  return isTheirs && !(await hasOrdered(db, who)) ? promoValue : 0;
}

/** Makes one person's orders with any of their codes take turns. Take this lock before a code's own lock. */
async function takePersonsTurn(tx: Db, { email, phone, accountId }: FirstRenter): Promise<void> {
  const names = [mailboxOf(email), phoneKey(phone), accountId].filter((name) => name !== null);
  for (const name of names.toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`promo of ${name}`}, 0))`);
}

const isSamePerson = ({ email, phone, accountId }: FirstRenter): SQL | undefined =>
  or(
    sql`mailbox_of(${orders.customerEmail}) = ${mailboxOf(email)}`,
    sql`phone_key(${orders.customerPhone}) = ${phoneKey(phone)}`,
    accountId ? eq(orders.accountId, accountId) : undefined,
  );

/** SQL: a pending order with an unconfirmed address and no code doesn't count: a stranger may have made it. */
const isTheirs = sql`(${orders.emailConfirmedAt} is not null or ${orders.status} <> 'pending' or ${orders.promoCode} is not null)`;

/** Whether a person has an order, or a booking that is agreed with a code and waits for its first payment. */
async function hasOrdered(db: Db, who: FirstRenter): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isSamePerson(who), ne(orders.status, "cancelled"), isTheirs))
    .limit(1);
  return found.length > 0 || (await hasAgreed(db, who));
}

async function hasAgreed(db: Db, { email, phone, accountId, draftId }: FirstRenter): Promise<boolean> {
  const found = await rowsIn(db)(
    `select 1 from promo_codes join wizard_drafts on wizard_drafts.id = draft_id join accounts on accounts.id = account_id
     where draft_id is distinct from $4::uuid
       and (account_id = $3::uuid or mailbox_of(accounts.email) = $1 or phone_key(customer_phone) = $2) limit 1`,
    [mailboxOf(email), phoneKey(phone), accountId, draftId ?? null],
  );
  return found.length > 0;
}

/** Marks a code as used by an order, or as part of an agreed booking until its first payment makes it an order. */
export const takePromo = (tx: Db, code: string, orderId: string): Promise<unknown> =>
  tx.update(promoCodes).set({ orderId, draftId: null }).where(eq(promoCodes.code, code));
export const agreePromo = (tx: Db, code: string, draftId: string): Promise<unknown> =>
  tx.update(promoCodes).set({ draftId }).where(eq(promoCodes.code, code));

/** Returns and locks the code that an agreed booking holds. */
export async function codeOfAgreement(tx: Db, draftId: string): Promise<string | undefined> {
  const [held] = await tx
    .select({ code: promoCodes.code })
    .from(promoCodes)
    .where(eq(promoCodes.draftId, draftId))
    .for("update");
  return held?.code;
}

/** A cancelled or expired order gives its code back. */
export const releasePromo = (tx: Db, orderId: string): Promise<unknown> =>
  tx.update(promoCodes).set({ orderId: null }).where(eq(promoCodes.orderId, orderId));

/**
 * Takes the code of a cancelled order again when the order becomes active again, also after its email address
 * changed. Throws a Refusal if another order has used the code since, or if its renter has used another code.
 */
export async function takePromoAgain(tx: Db, order: PromoHolder): Promise<void> {
  const { id, promoCode, customerEmail, customerPhone: phone, accountId } = order;
  const who = { email: customerEmail, phone, accountId };
  await takePersonsTurn(tx, who);
  const isOfAddress = sql`lower(${promoCodes.email}) = lower(${customerEmail})`;
  // Codes of the renter's address are locked too, so that nobody orders with one at the same moment.
  const found = await tx
    .select()
    .from(promoCodes)
    .where(or(eq(promoCodes.code, promoCode ?? ""), isOfAddress))
    .orderBy(promoCodes.code)
    .for("update");
  const own = found.find(({ code }) => code === promoCode) ?? (promoCode ? undefined : found[0]);
  const isTaken = own && (own.draftId !== null || (own.orderId !== null && own.orderId !== id));
  if (isTaken || (await hasUsedAnother(tx, id, who)) || (await hasAgreed(tx, who)))
    throw new Refusal(
      "promo_used",
      "Another order has used this order's promo code since it was canceled. Please cancel that one first, or enter a new order.",
    );
  if (own) await takePromo(tx, own.code, id);
}

/** Whether another order of the same person has used a code: a person may use only one, for the first rental. */
async function hasUsedAnother(tx: Db, id: string, who: FirstRenter): Promise<boolean> {
  const found = await tx
    .select({ code: promoCodes.code })
    .from(promoCodes)
    .innerJoin(orders, eq(orders.id, promoCodes.orderId))
    .where(and(isSamePerson(who), ne(orders.id, id)))
    .limit(1);
  return found.length > 0;
}

const promoRefused = (message: string): Refusal =>
  new Refusal("promo_refused", `promo ${message}.`, {
    fields: { promo: { code: "promo_refused", message } },
  });
