import { and, count, eq, isNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { ConditionKind } from "#domain/trips/condition.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { withRetries } from "#server/db/retries.ts";
import { requestHashOf, sentBefore } from "#server/db/sent-before.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { findEarlierCars } from "#server/rentals/earlier-cars.ts";
import { type Services, today } from "#server/services.ts";
import { notRecordable, recordableOf, type SeenOrder } from "./own-order.ts";
import { findRecord, recordsOf, type RecordWithImages, stretchesToRecord } from "./queries.ts";

/** More than anybody adds to one rental. */
const mostRecords = 20;

export type RecordReading = {
  odometer?: number | undefined;
  fuelEighths?: number | undefined;
  remark?: string | undefined;
};
type NewRecord = {
  id?: string | undefined;
  kind: ConditionKind;
  /** Which of the order's cars it is about; by default the next one to record. */
  stretch?: number | undefined;
} & RecordReading;

/**
 * Begins a record, or continues the unfinished record of this kind by the same person, also from another device.
 * The same id sent again is the same record. Throws a Refusal.
 */
export const beginRecord = (
  services: Services,
  seen: SeenOrder,
  by: string,
  begun: NewRecord,
): Promise<RecordWithImages> =>
  withRetries(() => services.database.transaction((tx) => begin(services, tx, seen, by, begun)));

async function begin(
  services: Services,
  tx: Db,
  { order, side, only, theirs }: SeenOrder,
  by: string,
  { id, kind, stretch: wanted, ...reading }: NewRecord,
): Promise<RecordWithImages> {
  const named = wanted ?? only?.at(-1);
  if (only && (named === undefined || !only.includes(named))) throw notRecordable(kind);
  // Two beginnings at once take turns, so that they make one record.
  const [locked] = await tx.select().from(orders).where(eq(orders.id, order.id)).for("no key update");
  const requestHash = requestHashOf({
    orderId: order.id,
    madeBy: by,
    kind,
    ...said(reading),
    named,
  });
  const stretch = await stretchFor(tx, locked ?? order, { kind, named, theirs });
  const known = await findKnown(tx, order.id, { id, kind, stretch, by, requestHash });
  if (known && (known.record.id === id || known.record.finishedAt)) return known;
  const isEarlier = (await findEarlierCars(tx, order.id)).some(({ number }) => number === stretch);
  const recorded = isEarlier ? [stretch] : only;
  if (!locked || !recordableOf(locked, side, today(services), recorded).includes(kind))
    throw notRecordable(kind);
  if (known) return { ...known, record: await writeReading(tx, known, reading) };

  const [counted] = await tx
    .select({ made: count() })
    .from(conditionRecords)
    .where(eq(conditionRecords.orderId, order.id));
  if ((counted?.made ?? 0) >= mostRecords)
    throw new Refusal("record_not_possible", "This order already has the maximum number of records.");
  const [record] = await tx
    .insert(conditionRecords)
    .values({
      id: id ?? crypto.randomUUID(),
      orderId: order.id,
      kind,
      stretch,
      side,
      madeBy: by,
      ...said(reading),
      requestHash,
      startedAt: new Date(services.now()),
    })
    .returning();
  if (!record) throw new Error("No condition record was written");
  return { record, images: [] };
}

type WantedStretch = {
  kind: ConditionKind;
  named: number | undefined;
  theirs: readonly number[] | undefined;
};

/** The stretch that a record is about: the named one, or the next one to record. */
async function stretchFor(tx: Db, order: OrderRow, { kind, named, theirs }: WantedStretch): Promise<number> {
  const { stretches, next } = await stretchesToRecord(tx, order, theirs);
  if (named === undefined) return next(kind);
  if (!stretches.some(({ number, isWithoutCar }) => number === named && !isWithoutCar))
    throw notRecordable(kind);
  return named;
}

type RecordKey = {
  id: string | undefined;
  kind: ConditionKind;
  stretch: number;
  by: string;
  requestHash: string;
};

/** The record with this id, if the same request began it; otherwise the open record of the same person. */
async function findKnown(tx: Db, orderId: string, { id, kind, stretch, by, requestHash }: RecordKey) {
  if (id) {
    const [sent] = await tx.select().from(conditionRecords).where(eq(conditionRecords.id, id));
    if (sentBefore(sent, requestHash)) return findRecord(tx, orderId, id, "update");
  }
  const [open] = await tx
    .select({ id: conditionRecords.id })
    .from(conditionRecords)
    .where(
      and(
        recordsOf(orderId, kind),
        eq(conditionRecords.stretch, stretch),
        eq(conditionRecords.madeBy, by),
        isNull(conditionRecords.finishedAt),
      ),
    );
  return open && findRecord(tx, orderId, open.id, "update");
}

/** The parts of a reading that were sent. */
const said = ({ odometer, fuelEighths, remark }: RecordReading): RecordReading => ({
  ...(odometer !== undefined && { odometer }),
  ...(fuelEighths !== undefined && { fuelEighths }),
  ...(remark !== undefined && { remark }),
});

async function writeReading(tx: Db, { record }: RecordWithImages, reading: RecordReading) {
  const change = said(reading);
  if (Object.keys(change).length === 0) return record;
  const [changed] = await tx
    .update(conditionRecords)
    .set(change)
    .where(eq(conditionRecords.id, record.id))
    .returning();
  return changed ?? record;
}
