import { and, asc, eq, inArray } from "drizzle-orm";
import { reversed, writeOffEntries } from "#domain/payments/ledger.ts";
import type { Db } from "#server/db/open-database.ts";
import { writeOffs } from "#server/db/schema/money/write-offs.ts";
import { type Services, today } from "#server/services.ts";
import { settle } from "./instalments.ts";
import { post } from "./post.ts";
import { balanceOf } from "./queries.ts";

type Clock = Pick<Services, "now">;
export type WriteOffRow = typeof writeOffs.$inferSelect;

export const writeOffsOf = (db: Db, orderId: string): Promise<WriteOffRow[]> =>
  db
    .select()
    .from(writeOffs)
    .where(eq(writeOffs.orderId, orderId))
    .orderBy(asc(writeOffs.createdAt), asc(writeOffs.id));

/** Writes into the ledger that what was owed is no longer asked for. The caller has the order's lock. */
export async function postWriteOff(clock: Clock, tx: Db, row: WriteOffRow, actor: string): Promise<void> {
  await post(clock, tx, {
    key: `write_off:${row.id}`,
    kind: "write_off",
    orderId: row.orderId,
    actor,
    entries: writeOffEntries(row.amount),
  });
  await tx
    .update(writeOffs)
    .set({ status: "written", writtenOn: today(clock), decidedBy: actor, decidedAt: new Date(clock.now()) })
    .where(eq(writeOffs.id, row.id));
  await settle(tx, row.orderId);
}

/** Reverses a write-off in the ledger: the debt is owed again. The caller has the order's lock. */
export async function takeBackWriteOff(clock: Clock, tx: Db, row: WriteOffRow, actor: string): Promise<void> {
  if (row.status === "written")
    await post(clock, tx, {
      key: `write_off:${row.id}:reversed`,
      kind: "write_off",
      orderId: row.orderId,
      actor,
      entries: reversed(writeOffEntries(row.amount)),
    });
  await tx
    .update(writeOffs)
    .set({ status: "taken_back", decidedBy: actor, decidedAt: new Date(clock.now()) })
    .where(eq(writeOffs.id, row.id));
  await settle(tx, row.orderId);
}

/** A write-off as it was before it was taken back. */
export type FormerWriteOff = Pick<WriteOffRow, "id" | "status" | "decidedBy">;

/**
 * Makes all debts of a rental owed again that were written off, or were about to be: called when its status, its
 * instalments or its payments change. Returns the data to put the write-offs back.
 */
export async function takeBackWriteOffs(
  clock: Clock,
  tx: Db,
  orderId: string,
  actor: string,
): Promise<FormerWriteOff[]> {
  const standing = await tx
    .select()
    .from(writeOffs)
    .where(and(eq(writeOffs.orderId, orderId), inArray(writeOffs.status, ["written", "awaiting_approval"])));
  for (const row of standing) await takeBackWriteOff(clock, tx, row, actor);
  return standing.map(({ id, status, decidedBy }) => ({ id, status, decidedBy }));
}

/** Writes off again, for its former decider, what was just taken back and is still owed. The ledger keeps both. */
export async function writeOffAgain(clock: Clock, tx: Db, former: readonly FormerWriteOff[]): Promise<void> {
  let waiting = 0;
  // Decided write-offs come before those that wait for a decision.
  const isWritten = ({ status }: FormerWriteOff) => Number(status === "written");
  for (const { id, status, decidedBy } of former.toSorted((a, b) => isWritten(b) - isWritten(a))) {
    const [row] = await tx.select().from(writeOffs).where(eq(writeOffs.id, id));
    if (!row) continue;
    const amount = Math.min(row.amount, (await balanceOf(tx, row.orderId)) - waiting);
    if (amount <= 0) continue;
    const [again] = await tx
      .insert(writeOffs)
      .values({
        ...row,
        id: crypto.randomUUID(),
        status: "awaiting_approval",
        amount,
        decidedBy: null,
        decidedAt: null,
      })
      .returning();
    if (again && status === "written") await postWriteOff(clock, tx, again, decidedBy ?? row.proposedBy);
    else waiting += amount;
  }
}
