import type { IsoDate } from "#domain/dates.ts";
import { planOf, type Tier } from "#domain/pricing/plans.ts";
import { planAddress, readWish, type WholeWish, wholeWish, type WishFault, wishFault } from "./plans-query.ts";

/** A plan, a town and dates that can be ordered together. */
export type PlanChoice = { wish: WholeWish; tier: Tier };
export type PlanProblem = WishFault | "tier_missing" | "tier_sold_out" | "insurance_missing";
export type ReadChoice = { choice: PlanChoice } | { problem: PlanProblem; back: string };

/** Reads `location`, `from`, `until` and `tier`. Where they can't be ordered: why, and the plans page that lets one mend it. */
export function readChoice(query: URLSearchParams, today: IsoDate): ReadChoice {
  const wish = readWish(query);
  const whole = wholeWish(wish, today);
  const plan = planOf(query.get("tier") ?? "");
  const fault = plan ? (plan.isSoldOut ? "tier_sold_out" : wishFault(wish, today)) : "tier_missing";
  if (plan && whole && !fault) return { choice: { wish: whole, tier: plan.tier } };
  const tier = plan && !plan.isSoldOut ? { tier: plan.tier } : undefined;
  return { problem: fault ?? "dates_missing", back: planAddress("/pricing-tiers", wish, tier) };
}

/** The query that a page of the plan path reads a choice from. */
export function choiceAddress(path: string, { wish, tier }: PlanChoice, more: Record<string, string> = {}): string {
  const { pickupDate, returnDate } = wish.rental;
  return planAddress(path, { location: wish.location, from: pickupDate, until: returnDate }, { tier, ...more });
}
