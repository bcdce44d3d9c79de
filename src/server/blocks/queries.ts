import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { mayWrite, type WritingWay } from "#domain/people/blocks.ts";
import { mailboxOf, phoneDigits } from "#domain/people/same-person.ts";
import { isOpen, openStatuses } from "#domain/orders/lifecycle.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { oneOf } from "#server/db/schema/columns.ts";
import { blocks } from "#server/db/schema/accounts.ts";
import { orders } from "#server/db/schema/orders.ts";

/** Who writes: an account that is signed in, or an address that somebody typed. */
export type Writer = { accountId: string } | { typedEmail: string };

/**
 * Whether a person is blocked, as SQL over an account's id and an address as `mailboxOf` gives it, either null.
 * A blocked account is blocked under its address too, and so is another account with that address. A blocked address
 * tells nothing of an account that there was before: anybody may have typed it.
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

type About = { orderId?: string | null | undefined };

/** Asked by every way of writing to us: whether this person may. */
export async function mayWriteToUs(
  db: Db,
  way: WritingWay,
  writer: Writer,
  { orderId }: About = {},
): Promise<boolean> {
  // What nobody is kept from costs no question.
  if (mayWrite(way, { isBlocked: true, hasOpenOrder: false })) return true;
  if (!(await isBlocked(db, writer))) return true;
  const hasOpenOrder = orderId ? await isOrderOpen(db, orderId) : await hasOpenLine(db, way, writer);
  return mayWrite(way, { isBlocked: true, hasOpenOrder });
}

/** The same for a person who is known. Throws a Refusal where they may not. */
export async function refuseBlocked(
  db: Db,
  way: WritingWay,
  accountId: string,
  about?: About,
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

/** An open order through which somebody still writes: an account's own for files, a visitor's for the contact form. */
async function hasOpenLine(db: Db, way: WritingWay, writer: Writer): Promise<boolean> {
  if ("accountId" in writer && way !== "attachment") return false;
  const isTheirs =
    "accountId" in writer
      ? or(eq(orders.accountId, writer.accountId), eq(orders.hostId, writer.accountId))
      : and(
          isNull(orders.accountId),
          isNotNull(orders.emailConfirmedAt),
          sql`lower(customer_email) = ${writer.typedEmail.toLowerCase()}`,
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

/** Who orders: what they typed of themselves, and the account that they are signed in to. */
export type OrderingPerson = {
  email: string;
  phone?: string | undefined;
  account?: { id: string; email: string } | undefined;
};

/** Whether one of these is the address, or the confirmed telephone number, of somebody whose account is suspended. */
export async function isSuspendedPerson(
  db: Db,
  { email, phone = "", account }: OrderingPerson,
): Promise<boolean> {
  const addresses = [email, account?.email ?? ""].filter((one) => one !== "").map(mailboxOf);
  const [found] = await rowsIn(db)<{ isSuspended: boolean }>(suspendedText, [addresses, phoneDigits(phone)]);
  return found?.isSuspended === true;
}

/**
 * Throws a Refusal for an order of somebody who is suspended, and for a visitor's with an address that is blocked. Both
 * hear the same, so that it tells nobody whether an address has an account.
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

/** Blocks a person, or no longer. */
export async function keepBlocked(
  tx: Db,
  person: { accountId: string } | { address: string },
  kept: { isBlocked: boolean; by: string },
): Promise<void> {
  const isTheirs =
    "accountId" in person ? eq(blocks.accountId, person.accountId) : eq(blocks.address, person.address);
  if (kept.isBlocked)
    await tx
      .insert(blocks)
      .values({ ...person, blockedAt: sql`now()`, blockedBy: kept.by })
      .onConflictDoNothing();
  else {
    await tx.delete(blocks).where(isTheirs);
    // What was kept of the address before there was the account, and other accounts with it.
    if ("accountId" in person)
      await rowsIn(tx)(
        `delete from blocks using accounts own where own.id = $1 and own.email <> '' and (blocks.address = mailbox_of(own.email)
           or blocks.account_id in (select id from accounts same where mailbox_of(same.email) = mailbox_of(own.email)))`,
        [person.accountId],
      );
    else
      await rowsIn(tx)(
        `delete from blocks using accounts own where own.id = blocks.account_id and own.email <> '' and mailbox_of(own.email) = $1`,
        [person.address],
      );
  }
}
