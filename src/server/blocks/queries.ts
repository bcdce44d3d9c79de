import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { mayWrite, type WritingWay } from "#domain/people/blocks.ts";
import { mailboxOf, phoneDigits } from "#domain/people/same-person.ts";
import { isOpen, openStatuses } from "#domain/orders/lifecycle.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";

/** The writer: a signed-in account, or an address that somebody typed. */
export type Writer = { accountId: string } | { typedEmail: string };

/**
 * Whether a person is blocked, as SQL over an account's id and an address as `mailboxOf` gives it; either may be
 * null. A blocked account is also blocked by its address, and so is any other account with that address. A blocked
 * address does not block an account that existed before: anybody may have typed the address.
 */
export const isBlockedText = (accountId: string, address: string): string => `exists (
  select from blocks left join accounts blocked on blocked.id = blocks.account_id
  where blocks.account_id = ${accountId} or ${address} in (blocks.address, nullif(mailbox_of(blocked.email), ''))
    or exists (select from accounts own where own.id = ${accountId} and own.email <> ''
      and (mailbox_of(own.email) = mailbox_of(blocked.email)
        or (mailbox_of(own.email) = blocks.address and own.created_at > blocks.blocked_at))))`;

const blockedText = `select ${isBlockedText("$1::uuid", "$2::text")} as "isBlocked"`;

export async function isBlocked(db: Db, writer: Writer): Promise<boolean> {
  const [accountId, address] =
    "accountId" in writer ? [writer.accountId, null] : [null, mailboxOf(writer.typedEmail)];
  const [found] = await rowsIn(db)<{ isBlocked: boolean }>(blockedText, [accountId, address]);
  return found?.isBlocked === true;
}

type BlockedOrder = { orderId?: string | null | undefined };

/** Whether this person may write to us; every way of writing asks this. */
export async function mayWriteToUs(
  db: Db,
  way: WritingWay,
  writer: Writer,
  { orderId }: BlockedOrder = {},
): Promise<boolean> {
  // A way that is open even to blocked persons needs no query.
  if (mayWrite(way, { isBlocked: true, hasOpenOrder: false })) return true;
  if (!(await isBlocked(db, writer))) return true;
  const hasOpenOrder = orderId ? await isOrderOpen(db, orderId) : await hasOpenLine(db, way, writer);
  return mayWrite(way, { isBlocked: true, hasOpenOrder });
}

/** Throws a Refusal if a signed-in account may not write to us in this way. */
export async function refuseBlocked(
  db: Db,
  way: WritingWay,
  accountId: string,
  about?: BlockedOrder,
): Promise<void> {
  if (!(await mayWriteToUs(db, way, { accountId }, about)))
    throw new Refusal(
      "conversation_blocked",
      way === "contact"
        ? "We no longer take messages from your account. You can still write about an open order in its conversation, or call us."
        : "You can't send messages in this conversation anymore.",
    );
}

async function isOrderOpen(db: Db, id: string): Promise<boolean> {
  const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, id));
  return order !== undefined && isOpen(order.status);
}

/** Whether an open order lets somebody write: an account's order for files, a visitor's for the contact form. */
async function hasOpenLine(db: Db, way: WritingWay, writer: Writer): Promise<boolean> {
  if ("accountId" in writer && way !== "attachment") return false;
  const isTheirs =
    "accountId" in writer
      ? or(eq(orders.accountId, writer.accountId), eq(orders.hostId, writer.accountId))
      : and(
          isNull(orders.accountId),
          isNotNull(orders.emailConfirmedAt),
          sql`mailbox_of(customer_email) = ${mailboxOf(writer.typedEmail)}`,
        );
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isTheirs, oneOf("status", openStatuses)))
    .limit(1);
  return found.length > 0;
}

const suspendedText = `select
  exists (select from accounts where suspended_at is not null and mailbox_of(email) = any($1::text[]) and email <> '')
  or exists (select from accounts join users on users.id = accounts.id
    where suspended_at is not null and users.phone = $2 and users.phone_confirmed_at is not null) as "isSuspended"`;

/** The person who orders: their typed address and phone number, and the account that they are signed in to. */
export type OrderingPerson = {
  email: string;
  phone?: string | undefined;
  account?: { id: string; email: string } | undefined;
};

/** Whether the address, or the confirmed telephone number, belongs to a suspended account's owner. */
export async function isSuspendedPerson(
  db: Db,
  { email, phone = "", account }: OrderingPerson,
): Promise<boolean> {
  const addresses = [email, account?.email ?? ""].filter((one) => one !== "").map(mailboxOf);
  const [found] = await rowsIn(db)<{ isSuspended: boolean }>(suspendedText, [addresses, phoneDigits(phone)]);
  return found?.isSuspended === true;
}

/**
 * Throws a Refusal for an order of a suspended person, and for a visitor's with a blocked address. The refusal is
 * the same for both, so that nobody learns whether an address has an account.
 */
export async function refuseBarredOrder(db: Db, by: OrderingPerson): Promise<void> {
  const isBarred =
    (await isSuspendedPerson(db, by)) ||
    (!by.account && !(await mayWriteToUs(db, "order", { typedEmail: by.email })));
  if (isBarred) throw orderRefused();
}

export const orderRefused = (): Refusal =>
  new Refusal(
    "order_refused",
    "We can't take this order online. If you have an account, please sign in; otherwise please call us.",
  );
