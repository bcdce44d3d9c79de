import { type ConditionKind, type ConditionSide, conditionSides } from "#domain/trips/condition.ts";

type OdometerReading = { kind: ConditionKind; by: ConditionSide; odometer: number | null };

export type MilesRead = {
  /** The latest readings, of whichever side. */
  pickup: number;
  return: number;
  used: number;
  /** Whether all sides read the same that have read. If not, a person decides. */
  isAgreed: boolean;
};

/** The miles of a rental by its latest readings; undefined as long as either is missing, or they run backwards. */
export function milesRead(records: readonly OdometerReading[]): MilesRead | undefined {
  const latest = (kind: ConditionKind, by?: ConditionSide) =>
    records.findLast((record) => record.kind === kind && (by === undefined || record.by === by))?.odometer;
  const isSame = (kind: ConditionKind): boolean => {
    const read = conditionSides.flatMap((side) => latest(kind, side) ?? []);
    return new Set(read).size <= 1;
  };
  const [before, after] = [latest("pickup"), latest("return")];
  if (before == null || after == null || after < before) return undefined;
  return {
    pickup: before,
    return: after,
    used: after - before,
    isAgreed: isSame("pickup") && isSame("return"),
  };
}
