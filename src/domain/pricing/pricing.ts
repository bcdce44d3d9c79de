import { addDays, type IsoDate } from "#domain/dates.ts";
import { discountPercent } from "./discounts.ts";
import { type DailyInsurance, dailyInsurance, type LiabilityOption, liabilityPrice } from "./insurance.ts";
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

export const lineKinds = ["rental", "duration_discount", "insurance", "promo"] as const;
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

/**
 * A car by itself: monthly price / 30 × days, rounded half up to cents; the discount goes by completed
 * months. Its insurance is paid for each of the same days, and never discounted.
 */
export function carPrice(
  monthlyPrice: Cents,
  rental: Rental,
  { insurance, promo = 0 }: CarExtras = {},
): Price {
  const days = rentalDays(rental);
  const months = rentalMonths(rental);
  return sum({
    days,
    months,
    subtotal: divideHalfUp(monthlyPrice * days, 30),
    discountPercent: discountPercent(completedMonths(rental)),
    ...(insurance && { insurance: dailyInsurance[insurance].daily * days }),
    promo,
    milesIncluded: carMonthlyMiles * months,
  });
}

/** A plan: its monthly price × months, insurance × months; the discount goes by the months billed. */
export function planPrice(plan: Plan, rental: Rental, insurance: LiabilityOption, promo: Cents = 0): Price {
  const months = rentalMonths(rental);
  return sum({
    days: rentalDays(rental),
    months,
    subtotal: plan.monthlyPrice * months,
    discountPercent: discountPercent(months),
    insurance: liabilityPrice(insurance, months) * months,
    promo,
    milesIncluded: plan.monthlyMiles * months,
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
