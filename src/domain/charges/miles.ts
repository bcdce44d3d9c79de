import {
  byStretch,
  type ConditionKind,
  type ConditionSide,
  conditionSides,
} from "#domain/trips/condition.ts";

type OdometerReading = { kind: ConditionKind; by: ConditionSide; stretch: number; odometer: number | null };

export type MilesRead = {
  /** The latest readings of the last car, from either side. */
  pickup: number;
  return: number;
  /** The miles driven with the earlier cars. */
  before: number;
  used: number;
  /** Whether the readings of both sides agree, as far as there are any. If not, a person decides. */
  isAgreed: boolean;
};

/**
 * The miles of a rental by its latest readings, summed over its cars; undefined while a reading is missing, or if
 * a car's readings run backwards.
 */
export function milesRead(records: readonly OdometerReading[]): MilesRead | undefined {
  const cars = byStretch(records)
    .toSorted((one, other) => (one[0]?.stretch ?? 0) - (other[0]?.stretch ?? 0))
    .map(milesOfCar);
  const read = cars.filter((car) => car !== undefined);
  const last = read.at(-1);
  if (!last || read.length < cars.length) return undefined;
  const used = read.reduce((sum, car) => sum + car.used, 0);
  return { ...last, before: used - last.used, used, isAgreed: read.every(({ isAgreed }) => isAgreed) };
}

function milesOfCar(records: readonly OdometerReading[]) {
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
