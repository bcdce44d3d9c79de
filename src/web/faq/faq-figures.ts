import { durationDiscounts } from "#domain/pricing/discounts.ts";
import {
  collisionCoverCustomers,
  dailyInsurance,
  liability,
  liabilityElsewhere,
} from "#domain/pricing/insurance.ts";
import { type Language, locales } from "#domain/languages.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { plans } from "#domain/pricing/plans.ts";
import { extraMilePrice } from "#domain/pricing/pricing.ts";
import { earlyReturn } from "#domain/pricing/rental-terms.ts";

const onSale = plans.filter(({ isSoldOut }) => !isSoldOut);

/** The figures of the answers. They come from the rules that price orders, and are written as in this language. */
export function faqFigures(language: Language) {
  const money = (cents: number) => formatWholeMoney(cents, language);
  const count = (number: number) => number.toLocaleString(locales[language]);
  return {
    mile: formatMoney(extraMilePrice, language),
    earlyFee: money(earlyReturn.fee),
    elsewhereFrom: money(liabilityElsewhere.from),
    elsewhereTo: money(liabilityElsewhere.to),
    oursFrom: money(liability.ultimate.longTermMonthly),
    oursTo: money(liability.protection.monthly),
    basicByDay: money(dailyInsurance.basic.daily),
    premiumByDay: money(dailyInsurance.premium.daily),
    leastMiles: count(Math.min(...onSale.map(({ monthlyMiles }) => monthlyMiles))),
    mostMiles: count(Math.max(...onSale.map(({ monthlyMiles }) => monthlyMiles))),
    coveredCustomers: count(collisionCoverCustomers),
    /** Shortest rental first. */
    discounts: durationDiscounts.toReversed(),
    nothing: formatMoney(0, language),
  };
}
