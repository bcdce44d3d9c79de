import type { IsoDate } from "#domain/dates.ts";
import { planOf, type Tier } from "#domain/pricing/plans.ts";
import {
  planAddress,
  readPlansQuery,
  type CompleteQuery,
  completeQuery,
  type QueryError,
  queryError,
} from "./plans-query.ts";

/** A plan, a city and dates that can be ordered together. */
export type PlanChoice = { filters: CompleteQuery; tier: Tier };
export type PlanProblem = QueryError | "tier_missing" | "tier_sold_out" | "insurance_missing";
export type ReadChoice = { choice: PlanChoice } | { problem: PlanProblem; back: string };

/**
 * Reads `location`, `from`, `until` and `tier`. If they can't be ordered, returns why and the address of the plans
 * page on which the customer can change them.
 */
export function readChoice(query: URLSearchParams, firstDay: IsoDate): ReadChoice {
  const filters = readPlansQuery(query);
  const whole = completeQuery(filters, firstDay);
  const plan = planOf(query.get("tier") ?? "");
  const error = plan ? (plan.isSoldOut ? "tier_sold_out" : queryError(filters, firstDay)) : "tier_missing";
  if (plan && whole && !error) return { choice: { filters: whole, tier: plan.tier } };
  const tier = plan && !plan.isSoldOut ? { tier: plan.tier } : undefined;
  return { problem: error ?? "dates_missing", back: planAddress("/pricing-tiers", filters, tier) };
}

/** The address of a page of the plan's flow, with the choice in its query. */
export function choiceAddress(
  path: string,
  { filters, tier }: PlanChoice,
  more: Record<string, string> = {},
): string {
  const { pickupDate, returnDate } = filters.rental;
  return planAddress(
    path,
    { location: filters.location, from: pickupDate, until: returnDate },
    { tier, ...more },
  );
}
