import type { Cents } from "#domain/money.ts";

export const tiers = ["economy", "basic", "standard", "premium", "tesla", "tesla-premium"] as const;
export type Tier = (typeof tiers)[number];

export type Plan = {
  tier: Tier;
  monthlyPrice: Cents;
  monthlyMiles: number;
  category: "gas" | "electric";
  isSoldOut: boolean;
};

/** Monthly price and miles of each plan, from the specification. */
export const plans: readonly Plan[] = [
  { tier: "economy", monthlyPrice: 49_900, monthlyMiles: 800, category: "gas", isSoldOut: true },
  { tier: "basic", monthlyPrice: 59_900, monthlyMiles: 1000, category: "gas", isSoldOut: false },
  { tier: "standard", monthlyPrice: 79_900, monthlyMiles: 1000, category: "gas", isSoldOut: false },
  { tier: "premium", monthlyPrice: 99_900, monthlyMiles: 1200, category: "gas", isSoldOut: false },
  { tier: "tesla", monthlyPrice: 119_900, monthlyMiles: 1000, category: "electric", isSoldOut: false },
  {
    tier: "tesla-premium",
    monthlyPrice: 139_900,
    monthlyMiles: 1200,
    category: "electric",
    isSoldOut: false,
  },
];

export const planOf = (tier: string): Plan | undefined => plans.find((plan) => plan.tier === tier);

/**
 * Gas plans take any car that is not electric, electric plans take a Tesla; the car's monthly price is at most the
 * plan's.
 */
export function carServesPlan(
  car: { category: string; brand: string; monthlyPrice: Cents },
  plan: Plan,
): boolean {
  const fits = plan.category === "gas" ? car.category !== "Electric" : car.brand.toLowerCase() === "tesla";
  return fits && car.monthlyPrice <= plan.monthlyPrice;
}
