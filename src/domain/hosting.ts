import { discountPercent } from "./pricing/discounts.ts";
import { longTermMonths } from "./pricing/insurance.ts";
import { type Cents, divideHalfUp } from "./money.ts";

/**
 * How similar the cars of an estimate are: the same model, the same kind of body, the same brand; or there are
 * none.
 */
export const comparisons = ["model", "kind", "brand", "none"] as const;
export type Comparison = (typeof comparisons)[number];

export type ComparableCar = { year: number; city: string; monthlyPrice: Cents };

/**
 * What a model year is worth. Over the models of the first fleet, prices rise by 2.3 % from one year to the
 * next.
 */
export const yearPercent = 2;
const mostYears = 8;
/** A city's own median price counts if at least this many cars are there. */
const leastInCity = 3;

/** Months rented in a year, for the lower and the upper figure. Nobody can promise either. */
export const monthsRented = { low: 6, high: 11 } as const;
/** The discount on a month's price in an estimate: the one for renters of three months. */
export const longStayPercent: number = discountPercent(longTermMonths);

export type HostingEstimate = {
  comparableCars: number;
  carsInTown: number;
  monthlyPrice: Cents;
  yearLow: Cents;
  yearHigh: Cents;
};

type PricedCar = { year: number; city: string };

/**
 * The monthly price that similar cars suggest, to the dollar. Each car's price is moved towards the wanted year by
 * 2 % a model year, eight years at most. The result is their median, or halfway to the median of the wanted city
 * if three or more of the cars are kept there. Undefined without cars.
 */
export function suggestedPrice(cars: readonly ComparableCar[], { year, city }: PricedCar): Cents | undefined {
  if (cars.length === 0) return undefined;
  const pricesOf = (some: readonly ComparableCar[]) =>
    some.map((one) => (one.monthlyPrice * (100 + yearPercent * yearsApart(one.year, year))) / 100);
  const inCity = cars.filter((one) => one.city === city);
  const all = median(pricesOf(cars));
  const price = inCity.length >= leastInCity ? (all + median(pricesOf(inCity))) / 2 : all;
  return Math.round(price / 100) * 100;
}

/**
 * What lending a car may bring, from the prices of cars like it. A year is the suggested price less the long-stay
 * discount, for 6 to 11 months, less our share, rounded down to ten dollars. Undefined without cars.
 */
export function hostingEstimate(
  cars: readonly ComparableCar[],
  wanted: PricedCar & { hostSharePercent: number },
): HostingEstimate | undefined {
  const price = suggestedPrice(cars, wanted);
  if (price === undefined) return undefined;
  const carsInTown = cars.filter(({ city }) => city === wanted.city).length;
  return { comparableCars: cars.length, carsInTown, ...earnings(price, wanted.hostSharePercent) };
}

/** What a car at this monthly price may bring: the price to the dollar, and its earnings in a year as above. */
export function earnings(
  price: Cents,
  hostSharePercent: number,
): Pick<HostingEstimate, "monthlyPrice" | "yearLow" | "yearHigh"> {
  const monthlyPrice = Math.round(price / 100) * 100;
  const forHost = (months: number) =>
    downToTenDollars((monthlyPrice * months * (100 - longStayPercent) * hostSharePercent) / 10_000);
  return { monthlyPrice, yearLow: forHost(monthsRented.low), yearHigh: forHost(monthsRented.high) };
}

const yearsApart = (year: number, wanted: number): number =>
  Math.max(-mostYears, Math.min(mostYears, wanted - year));
const downToTenDollars = (cents: Cents): Cents => Math.floor(cents / 1000) * 1000;

/** The middle number, or halfway between the middle two. Needs at least one number. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Lengths of rental, in months, for which a host sees the possible earnings. */
export const earningMonths = [1, 3, 6, 12] as const;

export type HostEarningsEstimate = { months: number; discountPercent: number; total: Cents; aMonth: Cents };

/** What a rental of this many months leaves to its host, after the duration discount and our share. */
export function estimateHostEarnings(monthlyPrice: Cents, sharePercent: number): HostEarningsEstimate[] {
  return earningMonths.map((months) => {
    const percent = discountPercent(months);
    const total = divideHalfUp(monthlyPrice * months * (100 - percent) * sharePercent, 10_000);
    return { months, discountPercent: percent, total, aMonth: divideHalfUp(total, months) };
  });
}
