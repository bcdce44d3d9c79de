import type { IsoDate } from "#domain/dates.ts";
import type { ConditionKind } from "#domain/trips/condition.ts";
import type { Cents } from "#domain/money.ts";

/** Why a rental goes on with another car: its host's side ended it, or an administrator swapped the car. */
export const stretchReasons = ["continuity", "swap"] as const;

/** The days of a rental that are driven with one car, from `startsOn` to before `endsOn`. */
export type Stretch = {
  /** From 1, in the order of their days. */
  number: number;
  carId: string | null;
  hostId: string | null;
  hostSharePercent: number | null;
  /** The monthly price that the host's earnings follow; null where it is the order's own price. */
  hostMonthlyPrice: Cents | null;
  startsOn: IsoDate;
  endsOn: IsoDate;
  /** True of days on which the renter had no car. */
  isWithoutCar?: boolean;
};

type LastStretch = Pick<Stretch, "carId" | "hostId" | "hostSharePercent" | "hostMonthlyPrice"> & {
  pickupDate: IsoDate;
  returnDate: IsoDate;
};

/** All stretches of an order: those that have ended, and the last, which the order itself holds. */
export function stretchesOf(order: LastStretch, ended: readonly Stretch[]): Stretch[] {
  const before = ended.toSorted((one, other) => one.number - other.number);
  const { carId, hostId, hostSharePercent, hostMonthlyPrice } = order;
  return [
    ...before,
    {
      number: before.length + 1,
      carId,
      hostId,
      hostSharePercent,
      hostMonthlyPrice,
      startsOn: before.at(-1)?.endsOn ?? order.pickupDate,
      endsOn: order.returnDate,
    },
  ];
}

/** The days of a rental on which the renter has a car, whichever it is; the return date doesn't count. */
export const drivenDaysOf = (
  stretches: readonly Pick<Stretch, "startsOn" | "endsOn" | "isWithoutCar">[],
): { startsOn: IsoDate; endsOn: IsoDate }[] =>
  stretches.filter(({ isWithoutCar }) => !isWithoutCar).map(({ startsOn, endsOn }) => ({ startsOn, endsOn }));

type RecordedStretch = Pick<Stretch, "number" | "isWithoutCar">;
type FinishedRecord = { kind: ConditionKind; stretch: number };

/**
 * Returns the stretch of a record that somebody begins now. A pickup belongs to the last car; a return too, while
 * the last car is driven, and otherwise to the car whose return is still missing. Every earlier car was driven, also
 * without a recorded pickup.
 */
export function stretchToRecord(
  kind: ConditionKind,
  stretches: readonly RecordedStretch[],
  finished: readonly FinishedRecord[],
): number {
  const last = stretches.at(-1)?.number ?? 1;
  const has = (number: number, wanted: ConditionKind): boolean =>
    finished.some((record) => record.kind === wanted && record.stretch === number);
  if (kind === "pickup" || (has(last, "pickup") && !has(last, "return"))) return last;
  const unreturned = stretches.find(({ number, isWithoutCar }) => !isWithoutCar && !has(number, "return"));
  return unreturned?.number ?? last;
}
