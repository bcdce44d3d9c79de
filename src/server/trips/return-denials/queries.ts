import { and, eq, isNotNull } from "drizzle-orm";
import type { ReturnDenial } from "#contract/return-denials.ts";
import { backOn } from "#domain/charges/charges.ts";
import { isLender } from "#domain/trips/condition.ts";
import { returnDeniableUntil } from "#domain/trips/return-denials.ts";
import type { Db } from "#server/db/open-database.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import { returnDenials } from "#server/db/schema/return-denials.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { isOfLastCar } from "#server/rentals/recorded.ts";
import { type RecordRow, recordsOf } from "#server/trips/queries.ts";

type DenialRow = typeof returnDenials.$inferSelect;

/** Records of an order's returns that were denied. */
export const findReturnDenials = (db: Db, orderId: string): Promise<DenialRow[]> =>
  db.select().from(returnDenials).where(eq(returnDenials.orderId, orderId));

/** Whether all records of the last car's return are denied, and its host or we haven't had it back since. */
export async function isReturnDenied(db: Db, order: OrderRow): Promise<boolean> {
  if (order.status !== "completed" || backOn(order) !== undefined) return false;
  const returns = await db
    .select({ denied: returnDenials.recordId })
    .from(conditionRecords)
    .leftJoin(returnDenials, eq(returnDenials.recordId, conditionRecords.id))
    .where(and(recordsOf(order.id, "return"), isOfLastCar(order.id), isNotNull(conditionRecords.finishedAt)));
  return returns.length > 0 && returns.every(({ denied }) => denied !== null);
}

/** The denials that an account has made, for the export of its data. */
export const returnDenialsBy = (db: Db, accountId: string) =>
  db
    .select({
      orderId: returnDenials.orderId,
      returnedAt: conditionRecords.finishedAt,
      deniedAt: returnDenials.deniedAt,
      words: returnDenials.words,
    })
    .from(returnDenials)
    .innerJoin(conditionRecords, eq(conditionRecords.id, returnDenials.recordId))
    .where(eq(returnDenials.deniedBy, accountId))
    .orderBy(returnDenials.deniedAt);

type Returns = {
  order: OrderRow;
  /** All finished records of the car. */
  records: readonly RecordRow[];
  /** The number of the order's last stretch. */
  last: number;
};

/** Whether the host of a record's car, or we, recorded it back. */
function isBack({ stretch }: RecordRow, { order, records, last }: Returns): boolean {
  // For an earlier car only records show that it is back.
  if (stretch === last && !order.replacing) return backOn(order) !== undefined;
  return finishedReturns(stretch, records).some(({ side }) => isLender(side));
}

const finishedReturns = (stretch: number, records: readonly RecordRow[]): RecordRow[] =>
  records.filter((record) => record.kind === "return" && record.stretch === stretch && record.finishedAt);

/** The time until which a record may be denied because the car isn't back. */
export const recordDeniableUntil = (record: RecordRow, returns: Returns): Date | undefined =>
  returnDeniableUntil(record, { isBack: isBack(record, returns) });

type ReturnsWithDenials = Returns & { denied: readonly DenialRow[] };

/** Denied returns, and, for a person who may deny one, returns that can be denied, in the order of the records. */
export function shownReturnDenials(
  denied: ReturnsWithDenials,
  { mayDeny, now }: { mayDeny: boolean; now: number },
): ReturnDenial[] {
  return denied.records.flatMap((record): ReturnDenial[] => {
    const known = presentReturnDenial(record, denied);
    if (known) return [known];
    const until = mayDeny ? recordDeniableUntil(record, denied) : undefined;
    if (!until || now >= until.getTime()) return [];
    const unsaid = { deniedAt: null, by: null, words: "", isOpen: false };
    return [{ ...ofRecord(record), until: until.toISOString(), ...unsaid }];
  });
}

/** The denial of a record; undefined where there is none. */
export function presentReturnDenial(record: RecordRow, denied: ReturnsWithDenials): ReturnDenial | undefined {
  const denialOf = ({ id }: RecordRow) => denied.denied.find(({ recordId }) => recordId === id);
  const denial = denialOf(record);
  if (!denial) return undefined;
  const isReturnedSince = finishedReturns(record.stretch, denied.records).some((one) => !denialOf(one));
  return {
    ...ofRecord(record),
    until: null,
    deniedAt: denial.deniedAt.toISOString(),
    by: denial.side,
    words: denial.words,
    isOpen: !isReturnedSince && !isBack(record, denied),
  };
}

const ofRecord = ({ id, finishedAt }: RecordRow) => ({
  recordId: id,
  returnedAt: finishedAt?.toISOString() ?? "",
});
