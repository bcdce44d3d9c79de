import type { Tier } from "#domain/pricing/plans.ts";
import { m } from "#web/paraglide/messages.js";

export function tierName(tier: Tier): string {
  const names: Record<Tier, () => string> = {
    economy: m.plans_economy,
    basic: m.plans_basic,
    standard: m.plans_standard,
    premium: m.plans_premium,
    tesla: m.plans_tesla,
    "tesla-premium": m.plans_tesla_premium,
  };
  return names[tier]();
}

export function tierText(tier: Tier): string {
  const texts: Record<Tier, () => string> = {
    economy: m.plans_economy_text,
    basic: m.plans_basic_text,
    standard: m.plans_standard_text,
    premium: m.plans_premium_text,
    tesla: m.plans_tesla_text,
    "tesla-premium": m.plans_tesla_premium_text,
  };
  return texts[tier]();
}

/** What a plan is for, with example cars if there are any. */
export function tierWithExamples(tier: Tier, examples: readonly string[]): string {
  const words = exampleWords(examples);
  return words ? m.plans_text_examples({ text: tierText(tier), examples: words }) : tierText(tier);
}

/** "For example Toyota Camry or Mazda CX-5", from existing cars; empty if there are none. */
export function exampleWords(examples: readonly string[]): string {
  const [first, second] = examples;
  if (first && second) return m.plans_examples({ first, second });
  return first ? m.plans_example({ first }) : "";
}
