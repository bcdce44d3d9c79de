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
import { withGaps } from "#server/rentals/stretches.ts";
import type { ChargedCar } from "./charged-car.ts";

/** The result of a rule for a rental, from its present records, with the facts behind it. */
export type ComputedCharge = { amount: Cents; facts: ChargeFacts; isDisagreed: boolean };

/** The days that one car of a rental was out too long, each at the order's daily price. */
async function lateDaysOf(
  db: Db,
  order: OrderRow,
  { lateness }: ChargedCar,
): Promise<ComputedCharge | undefined> {
  const { dueOn: from, ...returned } = lateness;
  const days = lateDays({ returnDate: from, ...returned });
  const until = lateUntil(returned);
  if (days === 0 || !until) return undefined;
  const perDay = dayPrice(await withGaps(db, order)) + insuranceByDay(order.insurance);
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
 * The present result of a category's rule for a car of a rental; undefined for categories without a rule, and
 * where the rental kept within its bounds. Miles are the whole rental's.
 */
export async function computedOf(
  db: Db,
  order: OrderRow,
  category: ChargeCategory,
  car: ChargedCar,
): Promise<ComputedCharge | undefined> {
  const computed = category === "late_days" ? await lateDaysOf(db, order, car) : undefined;
  const found = category === "extra_miles" ? await extraMilesOf(db, order) : computed;
  return found && found.amount > 0 ? found : undefined;
}
