import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { type Instalment, instalmentsOf, sumOf } from "#domain/pricing/instalments.ts";
import { dueEntries, type Entry, reversed } from "#domain/payments/ledger.ts";
import { dateInLosAngeles, type IsoDate, later } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { Db } from "#server/db/open-database.ts";
import { instalments, ledgerTransactions } from "#server/db/schema/money/payments.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { type Services, today } from "#server/services.ts";
import { postEarnings } from "./earnings.ts";
import { post } from "./post.ts";
import { allocate } from "./purposes.ts";
import { balanceOf, type InstalmentRow, isOfPrice, onTheWayOf, standingInstalments } from "./queries.ts";

export type OrderRow = typeof orders.$inferSelect;
type Clock = Pick<Services, "now">;

/**
 * Makes instalments of an order's price, month by month: the first is due at once, each other on the first day of
 * its month, none before today.
 */
export async function addInstalments(clock: Clock, tx: Db, order: OrderRow, actor: string): Promise<void> {
  const added = await insert(clock, tx, order.id, instalmentsOf(order));
  await replaceDropped(tx, order.id, added);
  await postDue(clock, tx, order.id, actor);
}

/**
 * Adds the instalments of other books, each on its day. An instalment that fell due up to today has its papers
 * there, and no automatic message announces it.
 */
export async function addFormerInstalments(
  clock: Clock,
  tx: Db,
  orderId: string,
  { rows, actor }: { rows: readonly (Instalment & { dueOn: IsoDate })[]; actor: string },
): Promise<void> {
  const on = today(clock);
  const createdAt = new Date(clock.now());
  await tx
    .insert(instalments)
    .values(rows.map((row) => ({ ...row, orderId, createdAt, isFromOtherBooks: row.dueOn <= on })));
  await postDue(clock, tx, orderId, actor);
}

/** The months of a revived rental replace the months dropped last, and take over their payments. */
async function replaceDropped(tx: Db, orderId: string, added: readonly InstalmentRow[]): Promise<void> {
  const dropped = await tx
    .select()
    .from(instalments)
    .where(
      and(
        eq(instalments.orderId, orderId),
        isNotNull(instalments.droppedAt),
        isNull(instalments.replacedBy),
        isNull(instalments.chargeId),
        sql`${instalments.startsOn} < ${instalments.endsOn}`,
      ),
    )
    .orderBy(desc(instalments.droppedAt), desc(instalments.createdAt));
  for (const row of added) {
    const before = dropped.find(({ number }) => number === row.number);
    if (before) await replace(tx, before, row.id);
  }
}

/** Replaces a dropped instalment by another one, which takes over its payments and its attempts to charge. */
export async function replace(tx: Db, before: InstalmentRow, by: string): Promise<void> {
  await tx.update(instalments).set({ replacedBy: by }).where(eq(instalments.id, before.id));
  if (before.attempted !== null)
    await tx.update(instalments).set({ attempted: before.attempted }).where(eq(instalments.id, by));
}

/**
 * Restores months that were dropped a moment ago, with the same due days, notices and invoices as before. The
 * money paid for them is theirs again.
 */
export async function askAgain(
  clock: Clock,
  tx: Db,
  orderId: string,
  dropped: readonly string[],
  actor: string,
): Promise<void> {
  const rows = await tx
    .update(instalments)
    .set({ droppedAt: null, replacedBy: null })
    .where(and(eq(instalments.orderId, orderId), inArray(instalments.id, [...dropped])))
    .returning();
  for (const row of rows) if (row.postedAt) await postAnew(clock, tx, row, actor, dueEntries(row.lines));
  await postDue(clock, tx, orderId, actor);
}

/** Posts an instalment once more, or its reversal. Each posting is a transaction of its own. */
async function postAnew(
  clock: Clock,
  tx: Db,
  { id, orderId }: InstalmentRow,
  actor: string,
  entries: readonly Entry[],
): Promise<void> {
  // The order is in the condition because the ledger's index begins with it.
  const ofInstalment = and(eq(ledgerTransactions.orderId, orderId), eq(ledgerTransactions.instalmentId, id));
  const times = await tx.$count(ledgerTransactions, ofInstalment);
  await post(clock, tx, {
    key: `instalment:${id}:${times}`,
    kind: "reversal",
    orderId,
    cause: { instalmentId: id },
    actor,
    entries,
  });
}

/** Asks for one more sum at once, such as what is kept of a cancelled rental, or a charge. */
export async function addInstalment(
  clock: Clock,
  tx: Db,
  orderId: string,
  {
    lines,
    actor,
    chargeId,
    number,
    startsOn = today(clock),
    isFromOtherBooks = false,
    replaces = [],
  }: {
    lines: Instalment["lines"];
    actor: string;
    chargeId?: string;
    number?: number;
    /** The day that it is about, if it isn't today. */
    startsOn?: IsoDate;
    /** Whether other books have its invoice. */
    isFromOtherBooks?: boolean;
    replaces?: readonly InstalmentRow[];
  },
): Promise<void> {
  const numbers = (await standingInstalments(tx, orderId)).map((row) => row.number);
  const added = {
    number: number ?? Math.max(0, ...numbers) + 1,
    startsOn,
    endsOn: startsOn,
    lines,
    amount: sumOf(lines),
    isFromOtherBooks,
  };
  const [written] = await insert(clock, tx, orderId, [{ ...added, ...(chargeId && { chargeId }) }]);
  if (written) for (const before of replaces) await replace(tx, before, written.id);
  await postDue(clock, tx, orderId, actor);
}

async function insert(
  clock: Clock,
  tx: Db,
  orderId: string,
  added: readonly (Instalment & { chargeId?: string; isFromOtherBooks?: boolean })[],
): Promise<InstalmentRow[]> {
  const on = today(clock);
  const createdAt = new Date(clock.now());
  return tx
    .insert(instalments)
    .values(
      added.map((instalment) => ({
        ...instalment,
        orderId,
        createdAt,
        dueOn: instalment.number === 1 || instalment.startsOn < on ? on : instalment.startsOn,
      })),
    )
    .returning();
}

/** Posts an order's due instalments and what they have earned, and pays them with money that came before. */
export async function postDue(clock: Clock, tx: Db, orderId: string, actor: string): Promise<void> {
  const due = await tx
    .select()
    .from(instalments)
    .where(
      and(
        eq(instalments.orderId, orderId),
        isNull(instalments.postedAt),
        isNull(instalments.droppedAt),
        lte(instalments.dueOn, today(clock)),
      ),
    )
    .orderBy(instalments.number);
  const reversedOn = due.length > 0 ? await reversalsOf(tx, orderId) : new Map<string, IsoDate>();
  for (const { id, lines, chargeId, dueOn } of due)
    await post(clock, tx, {
      key: `instalment:${id}`,
      kind: "instalment",
      orderId,
      cause: { instalmentId: id, ...(chargeId && { chargeId }) },
      actor,
      on: later(dueOn, reversedOn.get(id) ?? dueOn),
      entries: dueEntries(lines),
    });
  const ids = due.map(({ id }) => id);
  if (ids.length)
    await tx
      .update(instalments)
      .set({ postedAt: new Date(clock.now()) })
      .where(inArray(instalments.id, ids));
  await settle(tx, orderId);
  await postEarnings(clock, tx, orderId);
}

/**
 * The days on which replaced instalments were reversed, by the ids of their replacements: the replacement of a
 * reversed month counts on the day of the reversal or later, or one month of the books would have both.
 */
async function reversalsOf(tx: Db, orderId: string): Promise<Map<string, IsoDate>> {
  const rows = await tx
    .select({ by: instalments.replacedBy, droppedAt: instalments.droppedAt })
    .from(instalments)
    .where(
      and(
        eq(instalments.orderId, orderId),
        isNotNull(instalments.replacedBy),
        isNotNull(instalments.droppedAt),
        isNotNull(instalments.postedAt),
      ),
    )
    .orderBy(instalments.droppedAt);
  return new Map(
    rows.flatMap(({ by, droppedAt }) =>
      by && droppedAt ? [[by, dateInLosAngeles(droppedAt.getTime())] as const] : [],
    ),
  );
}

/**
 * Drops all instalments of an order's price. A charge has its own way to be answered: its debt stays, whatever
 * happens to the order, and so does the debt for a double refund. Returns the ids of the dropped instalments.
 */
export async function dropInstalments(
  clock: Clock,
  tx: Db,
  orderId: string,
  actor: string,
): Promise<string[]> {
  const standing = await standingInstalments(tx, orderId);
  const ofPrice = standing.filter(isOfPrice);
  await dropRows(clock, tx, ofPrice, actor);
  await postEarnings(clock, tx, orderId);
  return ofPrice.map(({ id }) => id);
}

/** Drops some of an order's instalments. Those that had fallen due are reversed in the ledger. */
export async function dropRows(
  clock: Clock,
  tx: Db,
  rows: readonly InstalmentRow[],
  actor: string,
): Promise<void> {
  if (rows.length === 0) return;
  for (const row of rows)
    if (row.postedAt) await postAnew(clock, tx, row, actor, reversed(dueEntries(row.lines)));
  await tx
    .update(instalments)
    .set({ droppedAt: new Date(clock.now()), paid: 0 })
    .where(
      inArray(
        instalments.id,
        rows.map(({ id }) => id),
      ),
    );
}

/** What has come in for an order and still is the renter's: it pays the instalments, or is too much. */
export async function receivedOf(
  tx: Db,
  orderId: string,
  standing: readonly InstalmentRow[],
): Promise<Cents> {
  const posted = sumOf(standing.filter(({ postedAt }) => postedAt !== null));
  return posted - (await balanceOf(tx, orderId));
}

/** Pays the instalments with the money that has come in and stays. Must be called after money has moved. */
export async function settle(tx: Db, orderId: string): Promise<void> {
  const standing = await standingInstalments(tx, orderId);
  const received = (await receivedOf(tx, orderId, standing)) - (await onTheWayOf(tx, orderId));
  const paid = await allocate(tx, orderId, standing, received);
  for (const [index, { id, paid: before }] of standing.entries()) {
    const now = paid[index] ?? 0;
    if (now !== before) await tx.update(instalments).set({ paid: now }).where(eq(instalments.id, id));
  }
}

/** Locks an order's row: transactions that move its money wait here for one another. */
export const lockMoneyOf = (tx: Db, orderId: string): Promise<unknown> =>
  tx.execute(sql`select from orders where id = ${orderId} for update`);
