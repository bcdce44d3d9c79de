import { describe, expect, it } from "vitest";
import { discountPercent, durationDiscounts } from "./discounts.ts";
import { liability, liabilityOptions, liabilityPrice } from "./insurance.ts";
import { carServesPlan, planOf, plans, type Tier, tiers } from "./plans.ts";

describe("plans", () => {
  it.each([
    ["economy", 49_900, 800, "gas", true],
    ["basic", 59_900, 1000, "gas", false],
    ["standard", 79_900, 1000, "gas", false],
    ["premium", 99_900, 1200, "gas", false],
    ["tesla", 119_900, 1000, "electric", false],
    ["tesla-premium", 139_900, 1200, "electric", false],
  ])(
    "the plan %s costs what the specification says",
    (tier, monthlyPrice, monthlyMiles, category, isSoldOut) => {
      expect(planOf(tier)).toEqual({ tier, monthlyPrice, monthlyMiles, category, isSoldOut });
    },
  );

  it("every tier has one plan", () => {
    expect(plans.map((plan) => plan.tier)).toEqual(tiers);
  });

  it.each(["", "Economy", "platinum", "__proto__", "toString"])("the name %j has no plan", (tier) => {
    expect(planOf(tier)).toBeUndefined();
  });
});

describe("carServesPlan", () => {
  const serves = (tier: Tier, car: { category: string; brand: string; monthlyPrice: number }) => {
    const plan = planOf(tier);
    return plan !== undefined && carServesPlan(car, plan);
  };

  it.each<[Tier, string, string, number, boolean]>([
    ["standard", "SUV", "Ford", 79_900, true],
    ["standard", "SUV", "Ford", 79_901, false],
    ["standard", "Luxury", "Audi", 50_000, true],
    ["premium", "Electric", "Kia", 50_000, false],
    ["tesla", "Electric", "Tesla", 119_900, true],
    ["tesla", "Electric", "TESLA", 119_901, false],
    ["tesla", "Luxury", "tesla", 100_000, true],
    ["tesla-premium", "Electric", "Polestar", 100_000, false],
  ])("the plan %s served by a %s %s at %d: %s", (tier, category, brand, monthlyPrice, expected) => {
    expect(serves(tier, { category, brand, monthlyPrice })).toBe(expected);
  });
});

describe("liability insurance", () => {
  it.each([
    ["protection", 1, 10_900],
    ["protection", 2, 10_900],
    ["protection", 3, 8900],
    ["protection", 13, 8900],
    ["ultimate", 2, 7900],
    ["ultimate", 3, 5900],
    ["decline", 1, 0],
    ["decline", 12, 0],
  ] as const)("liability insurance %s for %d months is %d a month", (option, months, price) => {
    expect(liabilityPrice(option, months)).toBe(price);
  });

  it("liability insurance has limits unless it is declined", () => {
    expect(liabilityOptions.map((option) => liability[option].limits)).toEqual([
      { person: 100_000, accident: 300_000 },
      { person: 30_000, accident: 60_000 },
      undefined,
    ]);
  });
});

describe("duration discounts", () => {
  it.each([0, 0, 0, 5, 5, 5, 10, 10, 10, 10, 12, 12, 15, 18, 18].map((percent, months) => [months, percent]))(
    "the duration discount at %d months is %d %%",
    (months, percent) => {
      expect(discountPercent(months)).toBe(percent);
    },
  );

  it("duration discounts are listed from the longest to the shortest, each lower than the one before", () => {
    const steps = durationDiscounts.map(({ months, percent }) => [months, percent]);
    expect(steps).toEqual(steps.toSorted((a, b) => (b[0] ?? 0) - (a[0] ?? 0)));
    expect(steps).toEqual(steps.toSorted((a, b) => (b[1] ?? 0) - (a[1] ?? 0)));
  });
});
