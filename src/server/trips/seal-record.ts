import { and, desc, eq, isNotNull } from "drizzle-orm";
import { type SealedRecord, textToSeal } from "#domain/trips/chain.ts";
import { audit } from "#server/db/audit.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import type { Db } from "#server/db/open-database.ts";
import { sha256Of } from "#server/media/sha256.ts";
import type { RecordRow, RecordWithImages } from "./queries.ts";

/** The name in audit events; the check of the records reads these events as witnesses. */
export const sealedAction = "condition_record";

type FinalReading = { odometer: number; fuelEighths: number; remark: string; at: Date };

/** Finishes a record under its order's lock: its place, its seal, and a witness of it in the history. */
export async function sealRecord(
  tx: Db,
  { record, images }: RecordWithImages,
  { at, ...reading }: FinalReading,
): Promise<RecordRow> {
  const [before] = await tx
    .select({ place: conditionRecords.place, seal: conditionRecords.seal })
    .from(conditionRecords)
    .where(and(eq(conditionRecords.orderId, record.orderId), isNotNull(conditionRecords.finishedAt)))
    .orderBy(desc(conditionRecords.place))
    .limit(1);
  const finished = {
    ...record,
    ...reading,
    finishedAt: at,
    place: (before?.place ?? 0) + 1,
    sealBefore: before?.seal ?? "",
  };
  const seal = sealOf({ record: finished, images });
  await tx
    .update(conditionRecords)
    .set({ ...finished, seal })
    .where(eq(conditionRecords.id, record.id));
  await audit(tx, {
    actor: record.madeBy,
    entity: "order",
    entityId: record.orderId,
    action: sealedAction,
    after: { record: record.id, place: finished.place, kind: record.kind, seal },
  });
  return { ...finished, seal };
}

/** The seal of a record, made from its row and its images' rows. */
export const sealOf = (found: RecordWithImages): string => sha256Of(textToSeal(toSeal(found)));

/** The data of a finished record that is sealed. */
export const toSeal = ({ record, images }: RecordWithImages): SealedRecord => ({
  id: record.id,
  orderId: record.orderId,
  place: record.place ?? 0,
  kind: record.kind,
  stretch: record.stretch,
  side: record.side,
  madeBy: record.madeBy,
  odometer: record.odometer ?? 0,
  fuelEighths: record.fuelEighths ?? 0,
  remark: record.remark,
  startedAt: record.startedAt.toISOString(),
  finishedAt: record.finishedAt?.toISOString() ?? "",
  images: images.map(({ slot, uploadHash, storedHash, takenAt, uploadedAt }) => ({
    slot,
    uploadHash,
    storedHash,
    takenAt,
    uploadedAt: uploadedAt.toISOString(),
  })),
  sealBefore: record.sealBefore ?? "",
});
