import { createHash } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { ConditionKind } from "#domain/trips/condition.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { withRetries } from "#server/db/retries.ts";
import { type Services, today } from "#server/services.ts";
import { notRecordable, recordableOf, type SeenOrder } from "./own-order.ts";
import { findRecord, recordsOf, type RecordWithImages } from "./queries.ts";

/** More than anybody adds to one rental. */
const mostRecords = 20;

export type RecordReading = {
  odometer?: number | undefined;
  fuelEighths?: number | undefined;
  remark?: string | undefined;
};
type NewRecord = { id?: string | undefined; kind: ConditionKind } & RecordReading;

/**
 * Begins a record, or goes on with the one of this kind that the same person has not finished, also from
 * another device. Sent again under its id it is the same record. Throws a Refusal.
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
  { order, side }: SeenOrder,
  by: string,
  { id, kind, ...reading }: NewRecord,
): Promise<RecordWithImages> {
  // One after the other: two beginnings at once are one record.
  const [locked] = await tx.select().from(orders).where(eq(orders.id, order.id)).for("no key update");
  const requestHash = createHash("sha256")
    .update(JSON.stringify([order.id, by, kind, said(reading)]))
    .digest("hex");
  const known = await findKnown(tx, order.id, { id, kind, by, requestHash });
  if (known && (known.record.id === id || known.record.finishedAt)) return known;
  if (!locked || !recordableOf(locked, side, today(services)).includes(kind)) throw notRecordable(kind);
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

type RecordKey = { id: string | undefined; kind: ConditionKind; by: string; requestHash: string };

/** The record with the id that was sent, if the very same request began it; otherwise the one they have open. */
async function findKnown(tx: Db, orderId: string, { id, kind, by, requestHash }: RecordKey) {
  if (id) {
    const [sent] = await tx.select().from(conditionRecords).where(eq(conditionRecords.id, id));
    if (sent && sent.requestHash !== requestHash)
      throw new Refusal("record_id_used", "This ID can't be used. Please send another one.");
    if (sent) return findRecord(tx, orderId, id, "update");
  }
  const [open] = await tx
    .select({ id: conditionRecords.id })
    .from(conditionRecords)
    .where(
      and(recordsOf(orderId, kind), eq(conditionRecords.madeBy, by), isNull(conditionRecords.finishedAt)),
    );
  return open && findRecord(tx, orderId, open.id, "update");
}

/** What was said of a reading; nothing of what was left out. */
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
