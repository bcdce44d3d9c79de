import type { ChargeCategory } from "#domain/charges/categories.ts";
import { lateDays, lateUntil } from "#domain/charges/charges.ts";
import { milesRead } from "#domain/charges/miles.ts";
import type { Cents } from "#domain/money.ts";
import { dayPrice } from "#domain/payments/cancellation.ts";
import { insuranceByDay } from "#domain/pricing/insurance.ts";
import { extraMilePrice } from "#domain/pricing/pricing.ts";
import { findRecords } from "#server/trips/queries.ts";
import type { ChargeFacts } from "#server/db/schema/money/charges.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { ChargedCar } from "./charged-car.ts";

/** What a rule comes to for a rental as its records stand, and from what. */
export type ComputedCharge = { amount: Cents; facts: ChargeFacts; isDisagreed: boolean };

/** The days of one car of a rental beyond those that it was rented for, each at the day's price of the order. */
function lateDaysOf(order: OrderRow, { lateness }: ChargedCar): ComputedCharge | undefined {
  const { dueOn: from, ...returned } = lateness;
  const days = lateDays({ returnDate: from, ...returned });
  const until = lateUntil(returned);
  if (days === 0 || !until) return undefined;
  const perDay = dayPrice(order) + insuranceByDay(order.insurance);
  return {
    amount: days * perDay,
    facts: { kind: "days", from, until, days, perDay },
    isDisagreed: false,
  };
}

async function extraMilesOf(
  db: Db,
  { id, milesIncluded, tariff }: OrderRow,
): Promise<ComputedCharge | undefined> {
  const records = (await findRecords(db, id)).map(({ record }) => ({ ...record, by: record.side }));
  const read = milesRead(records);
  const extra = read ? read.used - milesIncluded : 0;
  if (!read || extra <= 0) return undefined;
  const perMile = tariff?.extraMile ?? extraMilePrice;
  return {
    amount: extra * perMile,
    facts: {
      kind: "miles",
      pickup: read.pickup,
      return: read.return,
      ...(read.before > 0 && { before: read.before }),
      included: milesIncluded,
      extra,
      perMile,
    },
    isDisagreed: !read.isAgreed,
  };
}

/**
 * What the rule of a category comes to now for a car of a rental; nothing for those that have none, and where nothing is
 * beyond. Miles are the whole rental's.
 */
export async function computedOf(
  db: Db,
  order: OrderRow,
  category: ChargeCategory,
  car: ChargedCar,
): Promise<ComputedCharge | undefined> {
  const computed = category === "late_days" ? lateDaysOf(order, car) : undefined;
  const found = category === "extra_miles" ? await extraMilesOf(db, order) : computed;
  return found && found.amount > 0 ? found : undefined;
}
