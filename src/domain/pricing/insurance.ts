import type { Cents } from "#domain/money.ts";

export const liabilityOptions = ["protection", "ultimate", "decline"] as const;
export type LiabilityOption = (typeof liabilityOptions)[number];

/** Rentals of at least this many months pay the long-term rate. */
export const longTermMonths = 3;

/** Liability cover of the plan path: a price a month, and limits per person and per accident in dollars. */
export const liability: Record<
  LiabilityOption,
  { monthly: Cents; longTermMonthly: Cents; limits?: { person: number; accident: number } }
> = {
  protection: { monthly: 10_900, longTermMonthly: 8_900, limits: { person: 100_000, accident: 300_000 } },
  ultimate: { monthly: 7_900, longTermMonthly: 5_900, limits: { person: 30_000, accident: 60_000 } },
  decline: { monthly: 0, longTermMonthly: 0 },
};

export const liabilityPrice = (option: LiabilityOption, months: number): Cents =>
  months >= longTermMonths ? liability[option].longTermMonthly : liability[option].monthly;

/** What liability cover usually costs a month where renters buy it themselves. */
export const liabilityElsewhere: { from: Cents; to: Cents } = { from: 2_000, to: 3_500 };

/** Collision cover comes with the rental for this many first customers. */
export const collisionCoverCustomers = 1000;
