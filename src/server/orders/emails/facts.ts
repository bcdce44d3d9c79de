import { carNameIn } from "#domain/cars/brand-names.ts";
import { formatTime } from "#domain/format-time.ts";
import { divideHalfUp } from "#domain/money.ts";
import { isBackAtAdmins } from "#domain/orders/host-requests.ts";
import type { OrderInsurance } from "#domain/pricing/insurance.ts";
import type { LineKind } from "#domain/pricing/lines.ts";
import { taxLinesOf } from "#domain/pricing/taxed-price.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import type { Fact } from "#server/mail/blocks.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { cityName, insuranceName, tierName } from "#server/mail/vocabulary.ts";

const lineWords = {
  rental: m.email_order_line_rental,
  duration_discount: m.email_order_line_duration_discount,
  insurance: m.email_order_line_insurance,
  promo: m.email_order_line_promo,
  early_return_cap: m.email_order_line_early_return_cap,
  repair: m.email_order_line_repair,
  repair_insurance: m.email_order_line_repair_insurance,
} satisfies Record<LineKind, unknown>;

/**
 * An order in rows: what, when, where, and every line of the price. The pickup place, which a stranger may have
 * typed, is left out unless `mayShowTyped`.
 */
export function orderFacts(order: OrderRow, pen: Pen, mayShowTyped: boolean): Fact[] {
  const { say, money, day, language } = pen;
  const rows: (Fact | false)[] = [
    [say(m.email_order_label_order), order.orderNumber],
    ...carFact(order, pen),
    order.tier !== null && [say(m.email_order_label_plan), tierName(order.tier, language)],
    [
      say(m.email_order_label_dates),
      say(m.email_order_dates_counted, {
        from: day(order.pickupDate),
        to: day(order.returnDate),
        days: order.days,
      }),
    ],
    [say(m.email_pickup_time), formatTime(order.pickupTime, language)],
    [say(m.email_return_time), formatTime(order.returnTime, language)],
    !!order.location && [say(m.email_order_label_city), cityName(order.location, language)],
    mayShowTyped && order.pickupLocation !== "" && [say(m.email_order_label_place), order.pickupLocation],
    [say(m.email_order_label_price), rate(order, pen)],
    ...order.lines.map(({ kind, amount }): Fact => [say(lineWords[kind]), money(amount)]),
    [say(m.email_order_label_fees), money(order.fees)],
    ...taxFacts(order, pen),
    [say(m.email_order_label_total), money(order.total)],
    [say(m.email_order_label_miles), order.milesIncluded.toLocaleString("en-US")],
    order.insurance !== null && [say(m.email_order_label_liability), insured(order.insurance, pen)],
    [
      say(m.email_order_label_collision),
      say(order.collisionIncluded ? m.email_order_included : m.email_order_not_included),
    ],
  ];
  return rows.filter((row) => row !== false);
}

/** The car's name in a row; nothing where none is chosen yet. */
const carFact = ({ carName, ...order }: OrderRow, { say, language }: Pen): Fact[] =>
  carName && !isBackAtAdmins(order) ? [[say(m.email_order_label_car), carNameIn(carName, language)]] : [];

/** A row for each tax, with its name; a single row "taxes" where no tax is listed. */
function taxFacts(order: OrderRow, { say, money, language }: Pen): Fact[] {
  const lines = taxLinesOf(order);
  if (lines.length === 0) return [[say(m.email_order_label_taxes), money(order.taxes)]];
  return lines.map(({ tax, amount }) => [taxLabel(tax, language), money(amount)]);
}

/** The price of a plan by the month, or of a car by the day and by 30 days. */
function rate({ tier, monthlyPrice }: OrderRow, { say, money }: Pen): string {
  const month = money(monthlyPrice);
  return tier
    ? say(m.email_order_plan_price, { month })
    : say(m.email_order_car_price, { day: money(divideHalfUp(monthlyPrice, 30)), month });
}

function insured(insurance: OrderInsurance, { say, money, language }: Pen): string {
  const name = insuranceName(insurance.product, language);
  // The renter's own insurance has no price of ours.
  if (insurance.product === "own") return name;
  if ("dailyPrice" in insurance)
    return say(m.email_order_insured_daily, { name, price: money(insurance.dailyPrice) });
  return insurance.monthlyPrice
    ? say(m.email_order_insured, { name, price: money(insurance.monthlyPrice) })
    : name;
}
