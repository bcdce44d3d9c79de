import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { asksForPrice } from "#domain/orders/paid-first.ts";
import { allocated, type Purpose } from "#domain/payments/allocation.ts";
import { lineKey, periodsOf, sumOf } from "#domain/pricing/instalments.ts";
import { ruledRefund } from "#domain/payments/overpaid.ts";
import { type WantedInstalment, rescheduled } from "#domain/payments/rescheduling.ts";
import type { Db } from "#server/db/open-database.ts";
import { instalments, paymentNotices, payments } from "#server/db/schema/money/payments.ts";
import { type Services, today } from "#server/services.ts";
import { dropRows, type OrderRow, postDue, receivedOf, replace } from "./instalments.ts";
import { refundPositionOf } from "./overpaid.ts";
import { purposesOf } from "./purposes.ts";
import { type InstalmentRow, isOfPrice, onTheWayOf, standingInstalments } from "./queries.ts";
import { type Recount, recountRefunds, splitOf } from "./refunds.ts";
import { takeBackWriteOffs, writeOffAgain } from "./write-offs.ts";

type Clock = Pick<Services, "now">;

/**
 * Applies a changed price to an order's money, in the transaction that changes it and under the order's lock:
 * unpaid months ask for it, or the surplus is given back. `order` is the order after the change; `decidedBy` is
 * who caused it: an administrator, a host, or its renter by the terms. With `waits` a refund waits for a decision,
 * with `keepsWaiting` a waiting refund goes on waiting where less is given back.
 */
export async function reschedule(
  clock: Clock,
  tx: Db,
  order: OrderRow,
  by: { actor: string; decidedBy: string } & Pick<Recount, "waits" | "keepsWaiting">,
): Promise<void> {
  if (!asksForPrice(order)) return;
  const { actor } = by;
  await postDue(clock, tx, order.id, actor);
  // A written-off sum never came in: after the change it is written off again, as far as it is still owed.
  const writtenOff = await takeBackWriteOffs(clock, tx, order.id, actor);
  const { ofPrice, kept, asked } = await planned(clock, tx, order);
  const same = new Map(asked.map((one) => [one, ofPrice.find((row) => isSame(row, one))]));
  const stays = new Set([...kept, ...same.values()].map((row) => row?.id));
  const dropped = ofPrice.filter(({ id }) => !stays.has(id));
  await dropRows(clock, tx, dropped, actor);
  await moveKept(tx, kept, order);
  await writeAsked(clock, tx, {
    order,
    asked: asked.filter((one) => !same.get(one)),
    others: ofPrice.filter((row) => !dropped.includes(row)),
    dropped,
  });
  await postDue(clock, tx, order.id, actor);
  await recountRefunds(clock, tx, order.id, { ...by, reason: "changed", counts: true });
  await writeOffAgain(clock, tx, writtenOff);
}

/** An order's instalments, and what a changed price makes of them. */
async function planned(clock: Clock, tx: Db, order: OrderRow) {
  const standing = await standingInstalments(tx, order.id);
  const ofPrice = standing.filter(isOfPrice);
  const covered = await coveredOf(tx, order.id, standing);
  const marked = ofPrice.map((row) => ({ ...row, isPaid: (covered.get(row.id) ?? 0) >= row.amount }));
  return { standing, ofPrice, ...rescheduled(marked, order, today(clock)) };
}

export type PreviewedInstalment = { dueOn: IsoDate; amount: Cents; paid: boolean };

/**
 * Returns the instalments of a changed price, the refund, and the part of the refund that an administrator would
 * have to approve first (`toCheck`). Nothing is written.
 */
export async function previewReschedule(
  clock: Clock,
  db: Db,
  order: OrderRow,
  decidedBy = "renter",
): Promise<{ instalments: PreviewedInstalment[]; refund: Cents; toCheck: Cents }> {
  if (!asksForPrice(order)) return { instalments: [], refund: 0, toCheck: 0 };
  const { standing, ofPrice, kept, asked } = await planned(clock, db, order);
  const beside = standing.filter((row) => !ofPrice.includes(row));
  const position = await refundPositionOf(db, order.id, standing, { countsByHand: true });
  const all = [...beside, ...kept, ...asked];
  const { counted, refund } = ruledRefund(position, sumOf(all), true);
  const received = position.received - counted - position.onTheWay;
  const purposes = await purposesOf(db, order.id);
  const { waiting: toCheck } = await splitOf(db, order.id, { refund, decidedBy });
  return { instalments: settledSo({ kept, asked, beside, ofPrice }, purposes, received), refund, toCheck };
}

type Parts = {
  kept: readonly InstalmentRow[];
  asked: readonly WantedInstalment[];
  beside: readonly InstalmentRow[];
  ofPrice: readonly InstalmentRow[];
};

/** Returns each instalment of the price, and whether the received money pays it. */
function settledSo(
  { kept, asked, beside, ofPrice }: Parts,
  purposes: readonly Purpose[],
  received: Cents,
): PreviewedInstalment[] {
  const left = ofPrice.filter((row) => !kept.includes(row));
  // An instalment that is not written yet goes by the id of the one that it would replace.
  const named = asked.map((one) => ({ ...one, id: replacedBy(one, left)?.id ?? crypto.randomUUID() }));
  const ordered = [...kept, ...named, ...beside].toSorted(
    // An instalment without a number gets its number last.
    (a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : (a.number || 1000) - (b.number || 1000)),
  );
  const paid = allocated(ordered, purposes, received);
  // An amount that is being charged right now counts as paid.
  const keptIds = new Set(kept.map(({ id }) => id));
  const besideIds = new Set(beside.map(({ id }) => id));
  return ordered.flatMap(({ id, dueOn, amount }, index) =>
    besideIds.has(id) ? [] : [{ dueOn, amount, paid: keptIds.has(id) || (paid[index] ?? 0) >= amount }],
  );
}

/** The instalment that a new one replaces: the same month, or one that a change had left beside the months. */
const replacedBy = (one: WantedInstalment, dropped: readonly InstalmentRow[]): InstalmentRow | undefined =>
  dropped.find((row) => hasDays(row) === hasDays(one) && (!hasDays(one) || row.number === one.number));
const hasDays = ({ startsOn, endsOn }: WantedInstalment): boolean => startsOn < endsOn;

const isSame = (row: InstalmentRow, one: WantedInstalment): boolean =>
  (one.number === 0 || row.number === one.number) &&
  row.startsOn === one.startsOn &&
  row.endsOn === one.endsOn &&
  row.dueOn === one.dueOn &&
  row.amount === one.amount &&
  isDeepStrictEqual(byKind(row.lines), byKind(one.lines));
const byKind = (lines: InstalmentRow["lines"]) =>
  Object.fromEntries(lines.map((line) => [lineKey(line), line.amount]));

/** How much of each instalment has come in. A payment under way counts as paid, unless it fails. */
async function coveredOf(
  tx: Db,
  orderId: string,
  standing: readonly InstalmentRow[],
): Promise<Map<string, number>> {
  const [begun] = await tx
    .select({ amount: sql<string>`coalesce(sum(${payments.amount}), 0)` })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "begun")));
  const received = (await receivedOf(tx, orderId, standing)) - (await onTheWayOf(tx, orderId));
  const purposes = await purposesOf(tx, orderId, ["succeeded", "begun"]);
  const covered = allocated(standing, purposes, received + Number(begun?.amount ?? 0));
  return new Map(standing.map(({ id }, index) => [id, covered[index] ?? 0]));
}

type ScheduleChange = {
  order: OrderRow;
  asked: readonly WantedInstalment[];
  others: readonly InstalmentRow[];
  dropped: readonly InstalmentRow[];
};

/** Writes the new instalments. A month has the number of its place; other instalments make room for it. */
async function writeAsked(
  { now }: Clock,
  tx: Db,
  { order, asked, others, dropped }: ScheduleChange,
): Promise<void> {
  if (asked.length === 0) return;
  const taken = new Set(asked.map(({ number }) => number));
  let last = Math.max(...taken, ...others.map(({ number }) => number));
  for (const { id } of others.filter(({ number }) => taken.has(number)))
    await tx.update(instalments).set({ number: ++last }).where(eq(instalments.id, id));
  const written = await tx
    .insert(instalments)
    .values(
      asked.map((one) => ({
        ...one,
        number: one.number || ++last,
        orderId: order.id,
        createdAt: new Date(now()),
      })),
    )
    .returning();
  for (const row of written) {
    const before = replacedBy(row, dropped);
    if (!before) continue;
    await replace(tx, before, row.id);
    if (before.dueOn !== row.dueOn) continue;
    // A notice that was sent about the former month is not sent again.
    await copyNotices(tx, before.id, row.id);
    // An instalment of other books has its papers there, and is never charged automatically.
    if (before.isFromOtherBooks)
      await tx.update(instalments).set({ isFromOtherBooks: true }).where(eq(instalments.id, row.id));
  }
}

/** A paid month stays; its days may begin or end on another day now. */
async function moveKept(tx: Db, kept: readonly InstalmentRow[], order: OrderRow): Promise<void> {
  const periods = periodsOf(order);
  for (const { id, number, startsOn, endsOn } of kept) {
    const period = periods[number - 1];
    const isOther = period && (period.startsOn !== startsOn || period.endsOn !== endsOn);
    if (isOther && startsOn < endsOn) await tx.update(instalments).set(period).where(eq(instalments.id, id));
  }
}

async function copyNotices(tx: Db, from: string, to: string): Promise<void> {
  const marked = await tx.select().from(paymentNotices).where(eq(paymentNotices.instalmentId, from));
  if (marked.length)
    await tx.insert(paymentNotices).values(marked.map((row) => ({ ...row, instalmentId: to })));
}
