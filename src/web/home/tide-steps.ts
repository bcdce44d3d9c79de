import { durationDiscounts } from "#domain/pricing/discounts.ts";
import type { Language } from "#domain/languages.ts";
import { type Cents, divideHalfUp, formatMoney } from "#domain/money.ts";
import { longestRentalMonths } from "#domain/pricing/rental-length.ts";
import type { PriceStepContent } from "./home-content.ts";

type TideWords = {
  /** The words for a length: "3–5 months". `until` is undefined where there is no end. */
  length: (from: number, until: number | undefined) => string;
  off: (percent: number) => string;
};

/** Returns the monthly price by the length of the rental, from the discounts that price orders. */
export function tideSteps(monthlyPrice: Cents, language: Language, words: TideWords): PriceStepContent[] {
  const steps = [{ months: 1, percent: 0 }, ...durationDiscounts.toReversed()];
  return steps.map(({ months, percent }, place) => {
    const next = steps[place + 1]?.months;
    return {
      length: words.length(months, months === longestRentalMonths ? undefined : (next ?? months + 1) - 1),
      price: formatMoney(monthlyPrice - divideHalfUp(monthlyPrice * percent, 100), language),
      off: words.off(percent),
      part: (100 - percent) / 100,
      months: (next ?? months + 1) - months,
    };
  });
}
