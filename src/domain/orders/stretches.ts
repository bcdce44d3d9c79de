import type { IsoDate } from "#domain/dates.ts";
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
  /** What the host earns by, a month; null where it is the order's own price. */
  hostMonthlyPrice: Cents | null;
  startsOn: IsoDate;
  endsOn: IsoDate;
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
