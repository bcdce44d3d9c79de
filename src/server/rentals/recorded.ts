import { and, eq, isNotNull } from "drizzle-orm";
import type { ConditionKind } from "#domain/trips/condition.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import type { Db } from "#server/db/open-database.ts";

/** Whether a rental's pickup, or its return, is recorded to its end. */
export async function isRecorded(db: Db, orderId: string, kind: ConditionKind): Promise<boolean> {
  const isFinished = and(
    eq(conditionRecords.orderId, orderId),
    eq(conditionRecords.kind, kind),
    isNotNull(conditionRecords.finishedAt),
  );
  return (await db.$count(conditionRecords, isFinished)) > 0;
}
