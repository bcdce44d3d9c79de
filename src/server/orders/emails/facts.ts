import { carNameIn } from "#domain/cars/brand-names.ts";
import { formatDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { divideHalfUp, formatMoney } from "#domain/money.ts";
import type { OrderInsurance } from "#domain/pricing/insurance.ts";
import { taxLinesOf } from "#domain/pricing/taxed-price.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { cityName, insuranceName, tierName } from "#server/mail/vocabulary.ts";
import { en } from "./words-en.ts";
import { zh } from "./words-zh.ts";

export const words = { en, zh };
export type Fact = [label: string, value: string];

/**
 * An order in rows: what, when, where, and the price to its last line. What a stranger typed is left out
 * unless it may be told.
 */
export function facts(order: OrderRow, language: Language, mayShowTyped: boolean): Fact[] {
  const { labels, dates, lines, included, notIncluded } = words[language];
  const money = (amount: number): string => formatMoney(amount, language);
  const rows: (Fact | undefined | false | "" | null)[] = [
    [labels.number, order.orderNumber],
    order.carName ? [labels.car, carNameIn(order.carName, language)] : undefined,
    order.tier && [labels.plan, tierName(order.tier, language)],
    [
      labels.dates,
      dates(formatDate(order.pickupDate, language), formatDate(order.returnDate, language), order.days),
    ],
    order.location && [labels.city, cityName(order.location, language)],
    mayShowTyped && order.pickupLocation && [labels.place, order.pickupLocation],
    [labels.price, rate(order, language)],
    ...order.lines.map((line): Fact => [lines[line.kind], money(line.amount)]),
    [labels.fees, money(order.fees)],
    ...taxFacts(order, language),
    [labels.total, money(order.total)],
    [labels.miles, order.milesIncluded.toLocaleString("en-US")],
    order.insurance && [labels.liability, insured(order.insurance, language)],
    [labels.collision, order.collisionIncluded ? included : notIncluded],
  ];
  return rows.filter((row) => Array.isArray(row));
}

/** Each tax by its name; one line of nothing where there is none. */
function taxFacts(order: OrderRow, language: Language): Fact[] {
  const lines = taxLinesOf(order);
  const { taxes } = words[language].labels;
  if (lines.length === 0) return [[taxes, formatMoney(order.taxes, language)]];
  return lines.map(({ tax, amount }) => [taxLabel(tax, language), formatMoney(amount, language)]);
}

/** A plan is told by the month, a car by the day and by 30 days: that is how each is priced. */
function rate({ tier, monthlyPrice }: OrderRow, language: Language): string {
  const { carPrice, planPrice } = words[language];
  const month = formatMoney(monthlyPrice, language);
  return tier ? planPrice(month) : carPrice(formatMoney(divideHalfUp(monthlyPrice, 30), language), month);
}

function insured(insurance: OrderInsurance, language: Language): string {
  const name = insuranceName(insurance.product, language);
  // What is the renter's own has no price of ours.
  if (insurance.product === "own") return name;
  const { insured: monthly, insuredDaily } = words[language];
  if ("dailyPrice" in insurance) return insuredDaily(name, formatMoney(insurance.dailyPrice, language));
  return insurance.monthlyPrice ? monthly(name, formatMoney(insurance.monthlyPrice, language)) : name;
}
