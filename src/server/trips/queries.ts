import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { ConditionRecord } from "#contract/trips.ts";
import { type ConditionKind, conditionSlots, isLender } from "#domain/trips/condition.ts";
import { isOfThisRun } from "#server/db/returned.ts";
import { conditionImages, conditionRecords } from "#server/db/schema/condition.ts";
import { returnDenials } from "#server/db/schema/return-denials.ts";
import { stretchToRecord } from "#domain/orders/stretches.ts";
import { findStretches } from "#server/rentals/stretches.ts";
import { isOfLastCar } from "#server/rentals/recorded.ts";
import type { Db } from "#server/db/open-database.ts";

export type RecordRow = typeof conditionRecords.$inferSelect;
export type ImageRow = typeof conditionImages.$inferSelect;
export type RecordWithImages = { record: RecordRow; images: ImageRow[] };

/** A condition: the records of an order's pickup, or of its return. */
export const recordsOf = (orderId: string, kind: ConditionKind) =>
  and(eq(conditionRecords.orderId, orderId), eq(conditionRecords.kind, kind));

/** An order's finished records in their order, followed by the unfinished ones of `accountId`. */
export async function findRecords(db: Db, orderId: string, accountId?: string): Promise<RecordWithImages[]> {
  const isFinished = isNotNull(conditionRecords.finishedAt);
  const records = await db
    .select()
    .from(conditionRecords)
    .where(
      and(
        eq(conditionRecords.orderId, orderId),
        accountId ? or(isFinished, eq(conditionRecords.madeBy, accountId)) : isFinished,
      ),
    )
    .orderBy(asc(conditionRecords.place), asc(conditionRecords.startedAt));
  return withImages(db, records);
}

/** An order's stretches, and which of them a record would be about that is begun now. */
export async function stretchesToRecord(
  db: Db,
  order: Parameters<typeof findStretches>[1],
  theirs?: readonly number[],
) {
  const all = await findStretches(db, order);
  const stretches = theirs ? all.filter(({ number }) => theirs.includes(number)) : all;
  const denials = await db
    .select({ id: returnDenials.recordId })
    .from(returnDenials)
    .where(eq(returnDenials.orderId, order.id));
  const denied = new Set(denials.map(({ id }) => id));
  const finished = (await findRecords(db, order.id))
    .map(({ record }) => record)
    .filter(({ id }) => !denied.has(id));
  return { stretches, next: (kind: ConditionKind): number => stretchToRecord(kind, stretches, finished) };
}

/**
 * When the return of a rental's last car was first recorded: by anybody, and by its host or us. `since` leaves out
 * records from before the rental was last set to run.
 */
export async function returnsOf(
  db: Db,
  orderId: string,
  { since }: { since?: "begun" } = {},
): Promise<{ first?: Date; ours?: Date }> {
  const isCounted = since && sql.raw(isOfThisRun("condition_records"));
  const finished = await db
    .select({ at: conditionRecords.finishedAt, side: conditionRecords.side })
    .from(conditionRecords)
    .where(
      and(
        recordsOf(orderId, "return"),
        isOfLastCar(orderId),
        isNotNull(conditionRecords.finishedAt),
        isCounted,
      ),
    )
    .orderBy(asc(conditionRecords.finishedAt));
  const first = finished[0]?.at;
  const ours = finished.find(({ side }) => isLender(side))?.at;
  return { ...(first && { first }), ...(ours && { ours }) };
}

/** One record of an order, locked if it is to change. */
export async function findRecord(
  db: Db,
  orderId: string,
  id: string,
  lock?: "update",
): Promise<RecordWithImages | undefined> {
  const query = db
    .select()
    .from(conditionRecords)
    .where(and(eq(conditionRecords.id, id), eq(conditionRecords.orderId, orderId)));
  const [found] = await withImages(db, await (lock ? query.for(lock) : query));
  return found;
}

async function withImages(db: Db, records: RecordRow[]): Promise<RecordWithImages[]> {
  const ids = records.map(({ id }) => id);
  const images = ids.length
    ? await db.select().from(conditionImages).where(inArray(conditionImages.recordId, ids))
    : [];
  return records.map((record) => ({
    record,
    images: conditionSlots.flatMap((slot) =>
      images.filter((image) => image.recordId === record.id && image.slot === slot),
    ),
  }));
}

export const presentRecord = ({ record, images }: RecordWithImages): ConditionRecord => ({
  id: record.id,
  kind: record.kind,
  stretch: record.stretch,
  by: record.side,
  startedAt: record.startedAt.toISOString(),
  finishedAt: record.finishedAt?.toISOString() ?? null,
  odometer: record.odometer,
  fuelEighths: record.fuelEighths,
  remark: record.remark,
  images: images.map(({ slot, width, height, takenAt, uploadedAt, uploadHash, storedHash }) => ({
    slot,
    width,
    height,
    takenAt,
    uploadedAt: uploadedAt.toISOString(),
    uploadHash,
    storedHash,
  })),
  place: record.place,
  seal: record.seal,
});

/** An order's finished records, for its own page. */
export const conditionRecordsOf = async (db: Db, orderId: string): Promise<ConditionRecord[]> =>
  (await findRecords(db, orderId)).map(presentRecord);

/** The records that an account has made, for the export of its data. */
export const recordsBy = (db: Db, accountId: string) =>
  db
    .select({
      orderId: conditionRecords.orderId,
      kind: conditionRecords.kind,
      odometer: conditionRecords.odometer,
      fuelEighths: conditionRecords.fuelEighths,
      remark: conditionRecords.remark,
      finishedAt: conditionRecords.finishedAt,
      seal: conditionRecords.seal,
      deniedAt: returnDenials.deniedAt,
      denial: returnDenials.words,
    })
    .from(conditionRecords)
    .leftJoin(returnDenials, eq(returnDenials.recordId, conditionRecords.id))
    .where(eq(conditionRecords.madeBy, accountId))
    .orderBy(asc(conditionRecords.startedAt));
