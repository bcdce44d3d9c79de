import { addDays, type IsoDate } from "#domain/dates.ts";
import { discountPercent, durationDiscounts } from "./discounts.ts";
import {
  type DailyInsurance,
  dailyInsurance,
  insuranceRate,
  type LiabilityOption,
  liability,
  liabilityPrice,
} from "./insurance.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import type { Plan } from "./plans.ts";
import {
  completedMonths,
  longestRentalMonths,
  type Rental,
  rentalDays,
  rentalMonths,
} from "./rental-length.ts";

/** Miles a month that come with a car rented by itself. A plan has its own figure. */
export const carMonthlyMiles = 1000;
/** What a mile beyond the pooled allowance costs. */
export const extraMilePrice: Cents = 25;
/** What a first-rental promo code takes off. */
export const promoValue: Cents = 2000;

export const lineKinds = ["rental", "duration_discount", "insurance", "promo", "early_return_cap"] as const;
export type LineKind = (typeof lineKinds)[number];
export type PriceLine = { kind: LineKind; amount: Cents };

/** A whole price. `subtotal` is the rental alone; total = the lines + fees + taxes. */
export type Price = {
  days: number;
  months: number;
  discountPercent: number;
  lines: PriceLine[];
  subtotal: Cents;
  fees: Cents;
  taxes: Cents;
  total: Cents;
  milesIncluded: number;
};

/** What may come to a car's rental: insurance by the day, and a promo code's worth. */
export type CarExtras = { insurance?: DailyInsurance | undefined; promo?: Cents };

/** What a rental of any length is priced by. */
export type Rates = {
  /** A car by itself is paid for by the day, a plan by the month begun. */
  by: "day" | "month";
  monthlyPrice: Cents;
  /** By the day; or by the month, the second rate for `longTermMonths` and more. */
  insurance: { daily: Cents } | { monthly: Cents; longTermMonthly: Cents } | null;
  discounts: readonly { months: number; percent: number }[];
  monthlyMiles: number;
  promo: Cents;
};

export const carRates = (monthlyPrice: Cents, { insurance, promo = 0 }: CarExtras): Rates => ({
  by: "day",
  monthlyPrice,
  insurance: insurance ? { daily: dailyInsurance[insurance].daily } : null,
  discounts: durationDiscounts,
  monthlyMiles: carMonthlyMiles,
  promo,
});

export const planRates = (
  { monthlyPrice, monthlyMiles }: Plan,
  insurance: LiabilityOption,
  promo: Cents,
): Rates => ({
  by: "month",
  monthlyPrice,
  insurance: {
    monthly: liability[insurance].monthly,
    longTermMonthly: liability[insurance].longTermMonthly,
  },
  discounts: durationDiscounts,
  monthlyMiles,
  promo,
});

/**
 * A car by itself: monthly price / 30 × days, rounded half up to cents; the discount goes by completed
 * months. Its insurance is paid for each of the same days, and never discounted.
 */
export const carPrice = (monthlyPrice: Cents, rental: Rental, extras: CarExtras = {}): Price =>
  priceBy(carRates(monthlyPrice, extras), rental);

/** A plan: its monthly price × months, insurance × months; the discount goes by the months billed. */
export const planPrice = (plan: Plan, rental: Rental, insurance: LiabilityOption, promo: Cents = 0): Price =>
  priceBy(planRates(plan, insurance, promo), rental);

/** What a rental costs by its rates. */
export function priceBy(rates: Rates, rental: Rental): Price {
  const { monthlyPrice, insurance, discounts, monthlyMiles, promo } = rates;
  const days = rentalDays(rental);
  const months = rentalMonths(rental);
  const isDaily = rates.by === "day";
  return sum({
    days,
    months,
    subtotal: isDaily ? divideHalfUp(monthlyPrice * days, 30) : monthlyPrice * months,
    discountPercent: discountPercent(isDaily ? completedMonths(rental) : months, discounts),
    ...(insurance && {
      insurance: "daily" in insurance ? insurance.daily * days : insuranceRate(insurance, months) * months,
    }),
    promo,
    milesIncluded: monthlyMiles * months,
  });
}

type Parts = {
  days: number;
  months: number;
  subtotal: Cents;
  discountPercent: number;
  insurance?: Cents;
  promo: Cents;
  milesIncluded: number;
};

function sum({ subtotal, insurance, promo, ...rest }: Parts): Price {
  const discount = divideHalfUp(subtotal * rest.discountPercent, 100);
  const lines: PriceLine[] = [{ kind: "rental", amount: subtotal }];
  if (discount) lines.push({ kind: "duration_discount", amount: -discount });
  if (insurance) lines.push({ kind: "insurance", amount: insurance });
  const beforePromo = lines.reduce((total, line) => total + line.amount, 0);
  if (promo) lines.push({ kind: "promo", amount: -Math.min(promo, beforePromo) });
  const fees = 0;
  const taxes = 0;
  const total = lines.reduce((amount, line) => amount + line.amount, fees + taxes);
  return { ...rest, lines, subtotal, fees, taxes, total };
}

export const lineAmount = (price: { lines: readonly PriceLine[] }, kind: LineKind): Cents =>
  price.lines.find((line) => line.kind === kind)?.amount ?? 0;

/**
 * Totals that a caller may state for a car: ours, or the specification's formula without the discount. A cent
 * of rounding is forgiven.
 */
export function agreesWithCarTotal(stated: Cents, price: Price): boolean {
  return agrees(stated, [price.total, undiscounted(price)]);
}

/**
 * Totals that a caller may state for a plan: ours, or the specification's formula (days / 30 rounded up, or
 * our months) without the discount.
 */
export function agreesWithPlanTotal(
  stated: Cents,
  price: Price,
  plan: Plan,
  insurance: LiabilityOption,
): boolean {
  const roundedUp = Math.max(1, Math.ceil(price.days / 30));
  const formula = (plan.monthlyPrice + liabilityPrice(insurance, roundedUp)) * roundedUp;
  return agrees(stated, [price.total, undiscounted(price), formula]);
}

const undiscounted = (price: Price): Cents => price.subtotal + lineAmount(price, "insurance");
const agrees = (stated: Cents, totals: Cents[]): boolean =>
  totals.some((total) => Math.abs(stated - total) <= 1);

/**
 * How many days beyond the wanted return a cheaper one is looked for. The widest step (to 18 % at 13 months)
 * needs 14.
 */
const cheaperWithinDays = 31;

/**
 * Later return dates, cheapest first, that would lower the price of a car, e.g. by reaching a discount. The
 * rental stays within 13 months.
 */
export function cheaperReturns(
  monthlyPrice: Cents,
  rental: Rental,
  extras: CarExtras = {},
): { returnDate: IsoDate; total: Cents }[] {
  const { total } = carPrice(monthlyPrice, rental, extras);
  const found: { returnDate: IsoDate; total: Cents }[] = [];
  for (let more = 1; more <= cheaperWithinDays; more++) {
    const later = { pickupDate: rental.pickupDate, returnDate: addDays(rental.returnDate, more) };
    if (rentalMonths(later) > longestRentalMonths) break;
    const price = carPrice(monthlyPrice, later, extras);
    if (price.total < total) found.push({ returnDate: later.returnDate, total: price.total });
  }
  return found.toSorted((a, b) => a.total - b.total);
}
