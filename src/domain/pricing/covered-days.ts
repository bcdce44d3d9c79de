import { daysBetween, type IsoDate, later } from "#domain/dates.ts";
import { divideHalfUp } from "#domain/money.ts";
import { lineAmount, type PriceLine } from "./lines.ts";
import { rentalDays, shortestReturn } from "./rental-length.ts";
import type { Tariff } from "./tariff.ts";

/** A priced rental with the tariff that it was ordered by; orders from before tariffs were kept have none. */
export type CoveredRental = {
  pickupDate: IsoDate;
  returnDate: IsoDate;
  days: number;
  lines: readonly PriceLine[];
  tariff: Pick<Tariff, "monthlyPrice" | "minRentDays" | "taxRates"> | null;
  /** The days between two of its cars, which nobody pays for. */
  withoutCar?: readonly { startsOn: IsoDate; endsOn: IsoDate }[];
};

/**
 * How many days the price of a rental pays for. These are its own days with a car, unless it ends before its car may
 * be rented at all: then its price is that of the shortest rental. In the first days of a rental an early return is
 * priced by its own days alone, which its price shows.
 */
export function coveredDays({ withoutCar = [], ...rental }: CoveredRental): number {
  const lacking = withoutCar.reduce((sum, { startsOn, endsOn }) => sum + daysBetween(startsOn, endsOn), 0);
  return coveredWithGaps(rental) - lacking;
}

function coveredWithGaps({
  pickupDate,
  returnDate,
  days,
  lines,
  tariff,
}: Omit<CoveredRental, "withoutCar">): number {
  if (!tariff) return days;
  const shortest = rentalDays({
    pickupDate,
    returnDate: later(returnDate, shortestReturn(pickupDate, tariff.minRentDays)),
  });
  const byOwnDays = divideHalfUp(tariff.monthlyPrice * days, 30);
  return lineAmount({ lines }, "rental") === byOwnDays ? days : Math.max(days, shortest);
}
