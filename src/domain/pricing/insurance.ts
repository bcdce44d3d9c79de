import { type Cents, divideHalfUp } from "#domain/money.ts";

export const liabilityOptions = ["protection", "ultimate", "decline"] as const;
export type LiabilityOption = (typeof liabilityOptions)[number];

/** Rentals of at least this many months pay the long-term rate. */
export const longTermMonths = 3;

/** Liability cover of the plan path: a price a month, and limits per person and per accident in dollars. */
export const liability: Record<
  LiabilityOption,
  { monthly: Cents; longTermMonthly: Cents; limits?: InsuranceLimits }
> = {
  protection: { monthly: 10_900, longTermMonthly: 8_900, limits: { person: 100_000, accident: 300_000 } },
  ultimate: { monthly: 7_900, longTermMonthly: 5_900, limits: { person: 30_000, accident: 60_000 } },
  decline: { monthly: 0, longTermMonthly: 0 },
};

/** The price of a month of insurance in a rental of this many months. */
export const insuranceRate = (
  { monthly, longTermMonthly }: { monthly: Cents; longTermMonthly: Cents },
  months: number,
): Cents => (months >= longTermMonths ? longTermMonthly : monthly);

export const liabilityPrice = (option: LiabilityOption, months: number): Cents =>
  insuranceRate(liability[option], months);

/** How much an insurance pays for the harm done to one person, and in one accident, in dollars. */
export type InsuranceLimits = { person: number; accident: number };

export const dailyInsurances = ["basic", "premium", "own"] as const;
export type DailyInsurance = (typeof dailyInsurances)[number];

/**
 * Insurance by the day, in the booking wizard. The renter's own insurance costs nothing and needs a proof, the
 * others need none.
 */
export const dailyInsurance = {
  basic: { daily: 1_500, limits: { person: 30_000, accident: 60_000 } },
  premium: { daily: 4_000, limits: { person: 100_000, accident: 300_000 } },
  own: { daily: 0 },
} as const satisfies Record<DailyInsurance, { daily: Cents; limits?: InsuranceLimits }>;

export const insuranceProducts = [...liabilityOptions, ...dailyInsurances] as const;
export type InsuranceProduct = (typeof insuranceProducts)[number];

/** What an order keeps of its insurance: its price by the month or by the day, and its limits, as they were. */
export type OrderInsurance =
  | { product: LiabilityOption; monthlyPrice: Cents; limits?: InsuranceLimits }
  | { product: DailyInsurance; dailyPrice: Cents; limits?: InsuranceLimits };

export function liabilityOrdered(product: LiabilityOption, months: number): OrderInsurance {
  const { limits } = liability[product];
  return { product, monthlyPrice: liabilityPrice(product, months), ...(limits && { limits }) };
}

export function dailyOrdered(product: DailyInsurance): OrderInsurance {
  const { daily, limits }: { daily: Cents; limits?: InsuranceLimits } = dailyInsurance[product];
  return { product, dailyPrice: daily, ...(limits && { limits }) };
}

/** What the insurance of an order costs by the day. */
export function insuranceByDay(insurance: OrderInsurance | null): Cents {
  if (!insurance) return 0;
  return "dailyPrice" in insurance ? insurance.dailyPrice : divideHalfUp(insurance.monthlyPrice, 30);
}

/** What liability cover usually costs a month where renters buy it themselves. */
export const liabilityElsewhere: { from: Cents; to: Cents } = { from: 2_000, to: 3_500 };

/** Collision cover comes with the rental for this many first customers. */
export const collisionCoverCustomers = 1000;
