import { and, desc, eq } from "drizzle-orm";
import type { addPaymentMethod, PaymentMethod } from "#contract/account/settings.ts";
import type { BodyRead } from "#contract/endpoint.ts";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { cardBrandNames } from "#domain/people/card-numbers.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { writtenBefore } from "#server/db/sent-before.ts";
import { paymentMethods } from "#server/db/schema/renters.ts";

type Row = typeof paymentMethods.$inferSelect;

/** More than anybody pays with. */
const mostKept = 10;

/** The default first, then the newest. */
export const findPaymentMethods = (db: Db, accountId: string): Promise<Row[]> =>
  db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.accountId, accountId))
    .orderBy(desc(paymentMethods.isDefault), desc(paymentMethods.createdAt), paymentMethods.id);

/** Changes of an account's payment methods wait for one another, because there must be one default. */
const lock = (tx: Db, accountId: string): Promise<unknown> =>
  tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("no key update");

type NewPaymentMethod = Pick<BodyRead<typeof addPaymentMethod>, "method" | "card">;

const isSame = (row: Row, { method, card }: NewPaymentMethod): boolean =>
  row.method === method &&
  row.brand === (card?.brand ?? null) &&
  row.last4 === (card?.last4 ?? null) &&
  row.expiry === (card?.expiry ?? null);

const idUsed = (): Refusal => wrongField("id", "order_id_used", "belongs to something else");

/** Keeps a method once, however often it is sent. Throws a Refusal for an expired card, or too many methods. */
export async function keepPaymentMethod(
  tx: Db,
  accountId: string,
  { id = crypto.randomUUID(), method, card, isDefault }: BodyRead<typeof addPaymentMethod>,
  now: number,
): Promise<Row> {
  if ((method === "credit-card") !== (card !== undefined))
    throw wrongField(
      "card",
      card ? "not_wanted" : "required",
      card ? "belongs to a card only" : "is required",
    );
  if (card && isExpired(card.expiry, now)) throw wrongField("card.expiry", "expired", "is over");
  await lock(tx, accountId);
  const kept = await findPaymentMethods(tx, accountId);
  const before = writtenBefore(
    kept.find((row) => row.id === id),
    (row) => isSame(row, { method, card }),
    idUsed,
  );
  if (before) return before;
  if (kept.length >= mostKept)
    throw new Refusal("conflict", `You can keep ${mostKept} payment methods. Please remove one first.`);
  const becomesDefault = isDefault ?? kept.length === 0;
  if (becomesDefault) await dropDefault(tx, accountId);
  const [row] = await tx
    .insert(paymentMethods)
    .values({ id, accountId, method, ...card, isDefault: becomesDefault, createdAt: new Date(now) })
    .onConflictDoNothing()
    .returning();
  if (!row) throw idUsed();
  return row;
}

/** Throws a Refusal if the account keeps no such method. */
export async function makeDefault(tx: Db, accountId: string, id: string): Promise<Row> {
  await lock(tx, accountId);
  await requireOwn(tx, accountId, id);
  await dropDefault(tx, accountId);
  const [row] = await tx
    .update(paymentMethods)
    .set({ isDefault: true })
    .where(eq(paymentMethods.id, id))
    .returning();
  if (!row) throw notFound("payment_method_not_found");
  return row;
}

export async function forgetPaymentMethod(tx: Db, accountId: string, id: string): Promise<void> {
  await lock(tx, accountId);
  await requireOwn(tx, accountId, id);
  await tx.delete(paymentMethods).where(eq(paymentMethods.id, id));
  const [next] = await findPaymentMethods(tx, accountId);
  if (next && !next.isDefault)
    await tx.update(paymentMethods).set({ isDefault: true }).where(eq(paymentMethods.id, next.id));
}

async function requireOwn(tx: Db, accountId: string, id: string): Promise<void> {
  const isOwn = and(eq(paymentMethods.id, id), eq(paymentMethods.accountId, accountId));
  if ((await tx.$count(paymentMethods, isOwn)) === 0) throw notFound("payment_method_not_found");
}

const dropDefault = (tx: Db, accountId: string): Promise<unknown> =>
  tx
    .update(paymentMethods)
    .set({ isDefault: false })
    .where(and(eq(paymentMethods.accountId, accountId), eq(paymentMethods.isDefault, true)));

export function presentPaymentMethod(row: Row, now: number): PaymentMethod {
  const brand = cardBrandNames.find((name) => name === row.brand);
  return {
    id: row.id,
    method: row.method,
    card: brand && row.last4 && row.expiry ? { brand, last4: row.last4, expiry: row.expiry } : null,
    isDefault: row.isDefault,
    isExpired: row.expiry !== null && isExpired(row.expiry, now),
    createdAt: row.createdAt.toISOString(),
  };
}

/** A card is good to the end of the month that it names, "MM/YY". */
function isExpired(expiry: string, now: number): boolean {
  const [month = "", year = ""] = expiry.split("/");
  return `20${year}-${month}` < dateInLosAngeles(now).slice(0, 7);
}
const wrongField = (name: string, code: string, message: string): Refusal =>
  new Refusal("invalid", `${name} ${message}.`, { fields: { [name]: { code, message } } });
