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
import { lineAmount, type PriceLine } from "./lines.ts";
import type { Plan } from "./plans.ts";
import {
  completedMonths,
  longestRentalMonths,
  type Rental,
  rentalDays,
  rentalMonths,
} from "./rental-length.ts";
import type { TaxRate } from "./tax-rates.ts";
import type { TaxLine } from "./taxes.ts";

/** Miles a month that come with a car rented by itself. A plan has its own figure. */
export const carMonthlyMiles = 1000;
/** What a mile beyond the pooled allowance costs. */
export const extraMilePrice: Cents = 25;
/** What a first-rental promo code takes off. */
export const promoValue: Cents = 2000;

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
  /** The taxes, and the rates that they were computed by; absent without taxes. */
  taxLines?: TaxLine[];
  taxRates?: readonly TaxRate[];
};

/** What may be added to a car's rental: insurance by the day, the value of a promo code, and tax rates. */
export type CarExtras = {
  insurance?: DailyInsurance | undefined;
  promo?: Cents;
  taxRates?: readonly TaxRate[] | undefined;
};

export type PlanExtras = Omit<CarExtras, "insurance">;

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
  /** The tax rates of its city; absent where nothing is taxed. */
  taxRates?: readonly TaxRate[];
};

/** Keeps tax rates only if there are any. */
const taxed = (taxRates: readonly TaxRate[] | undefined): Pick<Rates, "taxRates"> =>
  taxRates && taxRates.length > 0 ? { taxRates } : {};

export const carRates = (monthlyPrice: Cents, { insurance, promo = 0, taxRates }: CarExtras): Rates => ({
  by: "day",
  monthlyPrice,
  insurance: insurance ? { daily: dailyInsurance[insurance].daily } : null,
  discounts: durationDiscounts,
  monthlyMiles: carMonthlyMiles,
  promo,
  ...taxed(taxRates),
});

export const planRates = (
  { monthlyPrice, monthlyMiles }: Plan,
  insurance: LiabilityOption,
  { promo = 0, taxRates }: PlanExtras,
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
  ...taxed(taxRates),
});

/** What a rental costs by its rates, before any tax. */
export function untaxedPrice(rates: Rates, rental: Rental): Price {
  const { monthlyPrice, insurance, discounts, monthlyMiles, promo } = rates;
  const days = rentalDays(rental);
  const months = rentalMonths(rental);
  const isDaily = rates.by === "day";
  return priceOf({
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

function priceOf({ subtotal, insurance, promo, ...rest }: Parts): Price {
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

/**
 * Totals that a caller may state for a car: ours, or the specification's formula without the discount. A cent
 * of rounding is forgiven.
 */
export function agreesWithCarTotal(stated: Cents, price: Price): boolean {
  return agrees(stated, price, [undiscounted(price)]);
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
  return agrees(stated, price, [undiscounted(price), formula]);
}

const undiscounted = (price: Price): Cents => price.subtotal + lineAmount(price, "insurance");
/** Whether a stated total matches the price, with or without taxes. */
const agrees = (stated: Cents, { total, taxes }: Price, others: Cents[]): boolean =>
  [total, total - taxes, ...others].some((each) => Math.abs(stated - each) <= 1);

/**
 * How many days beyond the wanted return we look for a cheaper return date. The widest step (to 18 % at 13 months)
 * needs 14.
 */
const cheaperWithinDays = 31;

/**
 * Later return dates, cheapest first, that would lower the price of a car, e.g. by reaching a discount. The
 * rental stays within 13 months. Before taxes.
 */
export function cheaperReturns(
  monthlyPrice: Cents,
  rental: Rental,
  extras: CarExtras = {},
): { returnDate: IsoDate; total: Cents }[] {
  const rates = carRates(monthlyPrice, extras);
  const { total } = untaxedPrice(rates, rental);
  const found: { returnDate: IsoDate; total: Cents }[] = [];
  for (let more = 1; more <= cheaperWithinDays; more++) {
    const later = { pickupDate: rental.pickupDate, returnDate: addDays(rental.returnDate, more) };
    if (rentalMonths(later) > longestRentalMonths) break;
    const price = untaxedPrice(rates, later);
    if (price.total < total) found.push({ returnDate: later.returnDate, total: price.total });
  }
  return found.toSorted((a, b) => a.total - b.total);
}
