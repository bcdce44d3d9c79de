import { hour, minute, secondsIn } from "#domain/durations.ts";
import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { clientKey, keyedHash, wideKey } from "#server/http/client-key.ts";
import { firstEmailsOf, ownPauseOf } from "#server/http/email-budget.ts";
import { countUse, refuseOver, within } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { lockUnpaidHolds } from "#server/rentals/unpaid-holds.ts";

/** Orders that one network or one account may make in an hour. */
const mostOrdersAnHour = 100;
/** The most pending orders that one network may make for an unconfirmed address, and that one account may have. */
const mostUnconfirmed = 3;
const mostOpenOfAccount = 5;

const recent = (same: string) =>
  `(select count(*)::int from (select from orders where ${same} and created_at > now() - interval '1 hour' limit ${mostOrdersAnHour}) as counted)`;

/** SQL for an account's own orders. Unconfirmed orders that strangers made with its address don't count. */
const isOwnDoing = (account: string): string =>
  `(email_confirmed_at is not null or lower(customer_email) is distinct from (select lower(email) from accounts where id = ${account}))`;

const text = `
  select greatest(${recent("placed_from = $1")}, ${recent("account_id = $3")}) as recent,
    (select count(*)::int from orders where status = 'pending' and email_confirmed_at is null and lower(customer_email) = lower($2) and placed_from = $1) as unconfirmed,
    (select count(*)::int from orders where status = 'pending' and account_id = $3 and ${isOwnDoing("$3")}) as "ofAccount"`;

const tooManyFromHere =
  "Too many orders were made from here in the last hour. Please try again later, or call us.";

type Counts = Record<"recent" | "unconfirmed" | "ofAccount", number>;
type OrderAttempt = { placedFrom: string; email: string; accountId: string | null };

/** Throws a Refusal for too many orders. Orders that others made with an account's address don't count for it. */
export async function refuseTooManyOrders(
  tx: Db,
  { placedFrom, email, accountId }: OrderAttempt,
): Promise<void> {
  await lockUnpaidHolds(tx);
  const [counts] = await rowsIn(tx)<Counts>(text, [placedFrom, email, accountId]);
  if (!counts) throw new Error("The database answered nothing");
  if (counts.recent >= mostOrdersAnHour) throw tooMany(tooManyFromHere);
  if (accountId && counts.ofAccount >= mostOpenOfAccount) throw tooManyOpen();
  if (!accountId && counts.unconfirmed >= mostUnconfirmed)
    throw tooMany(
      `This email address has ${mostUnconfirmed} orders that wait to be confirmed. Please open our emails and confirm or cancel one first.`,
    );
}

/** Throws a Refusal if the account already has the most orders that may wait for an answer. */
export async function refuseTooManyOpen(tx: Db, accountId: string): Promise<void> {
  await lockUnpaidHolds(tx);
  const [counted] = await rowsIn(tx)<{ count: number }>(
    `select count(*)::int as count from orders where status = 'pending' and account_id = $1 and ${isOwnDoing("$1")}`,
    [accountId],
  );
  if ((counted?.count ?? 0) >= mostOpenOfAccount) throw tooManyOpen();
}

/** Throws a Refusal if an address has already confirmed the most pending orders that an account may have. */
export async function refuseTooManyConfirmed(tx: Db, email: string): Promise<void> {
  await lockUnpaidHolds(tx);
  const [counted] = await rowsIn(tx)<{ count: number }>(
    "select count(*)::int as count from orders where status = 'pending' and email_confirmed_at is not null and lower(customer_email) = lower($1)",
    [email],
  );
  if ((counted?.count ?? 0) >= mostOpenOfAccount) throw tooManyOpen();
}

const emailsOfNetworkAnHour = 5;

/**
 * Returns how many milliseconds the email to an unconfirmed address waits: longer if orders of others have caused
 * many emails to it. Throws a Refusal if this network has just ordered with the address or does so often, and if
 * its wide network causes emails to many addresses.
 */
export async function pauseOfOrder(
  services: Services,
  tx: Db,
  { email, address }: { email: string; address: string },
): Promise<number> {
  const counting = within(services, tx);
  const of = `order to ${keyedHash(services, email.toLowerCase())} from ${clientKey(services, address)}`;
  const wait = await countUse(counting, [
    { key: `${of} a minute`, most: 1, seconds: secondsIn(minute) },
    { key: `${of} an hour`, most: emailsOfNetworkAnHour, seconds: secondsIn(hour) },
  ]);
  if (wait !== undefined)
    throw tooMany(
      wait > secondsIn(minute)
        ? "This email address has had as many emails from us as it may have in an hour. Please try again later, or sign in."
        : "We have just sent this email address a message about an order. Please try again in a minute, or sign in.",
      wait,
    );
  await refuseOver(counting, [firstEmailsOf(wideKey(services, address))], tooManyFromHere);
  return ownPauseOf(counting, { purpose: "order", recipient: email });
}

const tooManyOpen = (): Refusal =>
  tooMany(
    `You have ${mostOpenOfAccount} orders that wait for an answer. Please wait for one, or cancel one first.`,
  );

const tooMany = (message: string, retryAfter?: number): Refusal =>
  new Refusal("too_many_requests", message, { ...(retryAfter && { retryAfter }) });
