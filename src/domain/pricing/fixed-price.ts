import { type Cents, divideHalfUp } from "#domain/money.ts";
import { insuranceRate } from "./insurance.ts";
import { lineAmount, type LineKind, type PriceLine } from "./lines.ts";
import type { Price } from "./pricing.ts";
import { type Rental, rentalDays, rentalMonths } from "./rental-length.ts";
import type { Tariff } from "./tariff.ts";

/**
 * The price of an order's days once it goes on with another car: its lines at that time, for its days at that
 * time. Fewer days cost their part of it; more days cost what the present car costs.
 */
export type FixedPrice = {
  days: number;
  lines: PriceLine[];
  discountPercent: number;
  addedMonthlyPrice: Cents;
  /** How many of the days the renter had no car, which the lines don't pay for; orders from before this have none. */
  daysWithoutCar?: number;
};

/** Lines that are paid for by the day, besides insurance. */
const rentedKinds = ["rental", "duration_discount", "early_return_cap"] as const satisfies LineKind[];

/**
 * Returns a rental's average price for a month. In a rental with several cars, the hosts' own prices are measured
 * by it.
 */
export const averageMonthlyPrice = (lines: readonly PriceLine[], days: number): Cents =>
  divideHalfUp(lineAmount({ lines }, "rental") * 30, days);

/** The price of a rental's days without insurance, after its discount and its cap. */
export const rentedAmount = (lines: readonly PriceLine[]): Cents =>
  rentedKinds.reduce((sum, kind) => sum + lineAmount({ lines }, kind), 0);

/** Returns the price of unused days of a rental: of the rental after its discount, and of its insurance. */
export const unusedAmounts = (
  lines: readonly PriceLine[],
  days: number,
  unused: number,
): { rental: Cents; insurance: Cents } => ({
  rental: divideHalfUp(rentedAmount(lines) * unused, days),
  insurance: divideHalfUp(lineAmount({ lines }, "insurance") * unused, days),
});

/** Returns lines without some of the days that they pay for; a promo code stays used as far as there is something left to pay. */
export function withoutDays(lines: readonly PriceLine[], days: number, unused: number): PriceLine[] {
  const back = unusedAmounts(lines, days, unused);
  const kept = (kind: LineKind): Cents => {
    const whole = lineAmount({ lines }, kind);
    // Amounts below zero round the other way, so that nothing is given back twice.
    return whole < 0 ? whole + divideHalfUp(-whole * unused, days) : whole;
  };
  const discount = kept("duration_discount");
  const cap = kept("early_return_cap");
  const rental = rentedAmount(lines) - back.rental - discount - cap;
  return asLines({
    rental,
    duration_discount: discount,
    insurance: lineAmount({ lines }, "insurance") - back.insurance,
    promo: lineAmount({ lines }, "promo"),
    early_return_cap: cap,
  });
}

/** Returns lines whose days left are driven with a cheaper car. */
export function withCheaperDays(
  lines: readonly PriceLine[],
  {
    monthlyDifference,
    days,
    discountPercent,
  }: { monthlyDifference: Cents; days: number; discountPercent: number },
): PriceLine[] {
  const lower = Math.min(divideHalfUp(monthlyDifference * days, 30), lineAmount({ lines }, "rental"));
  return asLines({
    rental: lineAmount({ lines }, "rental") - lower,
    duration_discount:
      lineAmount({ lines }, "duration_discount") + divideHalfUp(lower * discountPercent, 100),
    insurance: lineAmount({ lines }, "insurance"),
    promo: lineAmount({ lines }, "promo"),
    early_return_cap: lineAmount({ lines }, "early_return_cap"),
  });
}

/** Returns the price of other days for an order with a fixed price, without fees and taxes. */
export function fixedPrice(tariff: Tariff, fixed: FixedPrice, rental: Rental): Price {
  const days = rentalDays(rental);
  const months = rentalMonths(rental);
  const paid = fixed.days - (fixed.daysWithoutCar ?? 0);
  const lines =
    days <= fixed.days
      ? withoutDays(fixed.lines, paid, Math.min(paid, fixed.days - days))
      : withMoreDays(tariff, fixed, { added: days - fixed.days, months });
  return {
    days,
    months,
    discountPercent: fixed.discountPercent,
    lines,
    subtotal: lineAmount({ lines }, "rental"),
    fees: 0,
    taxes: 0,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    milesIncluded: tariff.monthlyMiles * months,
  };
}

function withMoreDays(
  { insurance }: Tariff,
  fixed: FixedPrice,
  { added, months }: { added: number; months: number },
): PriceLine[] {
  const { lines, discountPercent, addedMonthlyPrice } = fixed;
  const rental = divideHalfUp(addedMonthlyPrice * added, 30);
  const insured = !insurance
    ? 0
    : "daily" in insurance
      ? insurance.daily * added
      : divideHalfUp(insuranceRate(insurance, months) * added, 30);
  return asLines({
    rental: lineAmount({ lines }, "rental") + rental,
    duration_discount:
      lineAmount({ lines }, "duration_discount") - divideHalfUp(rental * discountPercent, 100),
    insurance: lineAmount({ lines }, "insurance") + insured,
    promo: lineAmount({ lines }, "promo"),
    early_return_cap: lineAmount({ lines }, "early_return_cap"),
  });
}

/** The rental's line always, other lines unless they are 0; a promo code takes off no more than what is left. */
function asLines(amounts: Partial<Record<LineKind, Cents>>): PriceLine[] {
  const { rental = 0, promo = 0, ...others } = amounts;
  const rest = Object.values(others).reduce((sum, amount) => sum + amount, rental);
  const lines = Object.entries({ rental, ...others, promo: -Math.min(-promo, Math.max(0, rest)) });
  return lines.flatMap(([kind, amount]) =>
    kind === "rental" || amount !== 0 ? [{ kind: kind as LineKind, amount }] : [],
  );
}
