import { and, asc, eq, gte, isNull } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import { returnDenials } from "#server/db/schema/return-denials.ts";

type OfStretch = {
  orderId: string;
  stretch: number;
  /** Only records since this moment count. */
  since?: Date | null;
};

/** When the renter first recorded the return of a stretch's car, in a record that was not denied. */
export async function findStandingReturn(
  db: Db,
  { orderId, stretch, since }: OfStretch,
): Promise<Date | undefined> {
  const [first] = await db
    .select({ at: conditionRecords.finishedAt })
    .from(conditionRecords)
    .leftJoin(returnDenials, eq(returnDenials.recordId, conditionRecords.id))
    .where(
      and(
        eq(conditionRecords.orderId, orderId),
        eq(conditionRecords.stretch, stretch),
        eq(conditionRecords.kind, "return"),
        eq(conditionRecords.side, "renter"),
        gte(conditionRecords.finishedAt, since ?? new Date(0)),
        isNull(returnDenials.recordId),
      ),
    )
    .orderBy(asc(conditionRecords.finishedAt))
    .limit(1);
  return first?.at ?? undefined;
}
