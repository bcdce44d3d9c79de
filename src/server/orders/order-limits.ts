import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { countEmail } from "#server/http/form-limits.ts";
import { holdsNow } from "#server/rentals/availability.ts";
import type { Services } from "#server/services.ts";

/** Orders that one network or one address may make in an hour. */
export const mostOrdersAnHour = 100;
/** Pending orders of one address that nobody has confirmed, and of one account. */
export const mostUnproved = 3;
export const mostOpenOfAccount = 5;
/** Cars that unconfirmed visitors may hold at once: of one network, and of the whole fleet. */
const mostHoldsOfNetwork = 10;
const mostHoldsOfFleet = 0.1;

/**
 * Any fixed number: who counts orders takes turns until the end of the transaction, so that many at once
 * can't all find room.
 */
const turn = 8_212_064;

const recent = (same: string) =>
  `(select count(*)::int from (select from orders where ${same} and created_at > now() - interval '1 hour' limit ${mostOrdersAnHour}) as counted)`;
const unprovedHold = `status = 'pending' and hold_ends_at is not null and ${holdsNow}`;

const text = `
  select greatest(${recent("placed_from = $1")}, ${recent("lower(customer_email) = lower($2)")}) as recent,
    (select count(*)::int from orders where status = 'pending' and proved_at is null and lower(customer_email) = lower($2)) as unproved,
    (select count(*)::int from orders where status = 'pending' and account_id = $3) as "ofAccount",
    (select count(*)::int from orders where placed_from = $1 and ${unprovedHold}) as "holdsOfNetwork",
    (select count(*)::int from orders where ${unprovedHold}) as holds,
    (select count(*)::int from cars where retired_at is null) as fleet`;

type Counts = Record<"recent" | "unproved" | "ofAccount" | "holdsOfNetwork" | "holds" | "fleet", number>;
type Asked = { placedFrom: string; email: string; accountId: string | null };

/** Throws a Refusal for too many orders; otherwise says whether a visitor may still be held a car. */
export async function refuseTooManyOrders(
  tx: Db,
  { placedFrom, email, accountId }: Asked,
): Promise<{ mayHold: boolean }> {
  const rows = rowsIn(tx);
  await rows("select pg_advisory_xact_lock($1)", [turn]);
  const [counts] = await rows<Counts>(text, [placedFrom, email, accountId]);
  if (!counts) throw new Error("The database answered nothing");
  if (counts.recent >= mostOrdersAnHour)
    throw tooMany(
      "Too many orders were made from here in the last hour. Please try again later, or call us.",
    );
  if (accountId ? counts.ofAccount >= mostOpenOfAccount : counts.unproved >= mostUnproved) {
    throw tooMany(
      accountId
        ? `You have ${mostOpenOfAccount} orders that wait for an answer. Please wait for one, or cancel one first.`
        : `This email address has ${mostUnproved} orders that wait to be confirmed. Please open our emails and confirm or cancel one first.`,
    );
  }
  return {
    mayHold:
      counts.holdsOfNetwork < mostHoldsOfNetwork &&
      counts.holds < Math.max(1, Math.floor(counts.fleet * mostHoldsOfFleet)),
  };
}

/** Throws a Refusal where an address has confirmed as many open orders as an account may have. */
export async function refuseTooManyProved(tx: Db, email: string): Promise<void> {
  const rows = rowsIn(tx);
  await rows("select pg_advisory_xact_lock($1)", [turn]);
  const [counted] = await rows<{ count: number }>(
    "select count(*)::int as count from orders where status = 'pending' and proved_at is not null and lower(customer_email) = lower($1)",
    [email],
  );
  if ((counted?.count ?? 0) >= mostOpenOfAccount)
    throw tooMany(
      `You have ${mostOpenOfAccount} orders that wait for an answer. Please wait for one, or cancel one first.`,
    );
}

/** What is counted for an address that gets an email of its orders because somebody asked for it. */
export const orderForm = "order";

/**
 * Throws a Refusal where an address that nobody has confirmed had an email of an order just now: its order
 * could not be told, and not be confirmed.
 */
export async function refuseTooManyEmails(services: Services, tx: Db, email: string): Promise<void> {
  const counting = { ...services, database: { ...services.database, rows: rowsIn(tx) } };
  const wait = await countEmail(counting, orderForm, email);
  if (wait === undefined) return;
  throw tooMany(
    wait > 60
      ? "This email address has had as many emails from us as it may have in an hour. Please try again later, or sign in."
      : "We have just sent this email address a message about an order. Please try again in a minute, or sign in.",
    wait,
  );
}

const tooMany = (message: string, retryAfter?: number): Refusal =>
  new Refusal("too_many_requests", message, { ...(retryAfter && { retryAfter }) });
