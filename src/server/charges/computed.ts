import { type ChargeCategory, lateDays } from "#domain/charges/charges.ts";
import { milesRead } from "#domain/charges/miles.ts";
import { dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { dayPrice } from "#domain/payments/cancellation.ts";
import { insuranceByDay } from "#domain/pricing/insurance.ts";
import { extraMilePrice } from "#domain/pricing/pricing.ts";
import { findRecords } from "#server/trips/queries.ts";
import type { ChargeFacts } from "#server/db/schema/money/charges.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";

/** What a rule comes to for a rental as its records stand, and from what. */
export type ComputedCharge = { amount: Cents; facts: ChargeFacts; isDisagreed: boolean };

const dayOf = (at: Date | null): IsoDate | undefined => (at ? dateInLosAngeles(at.getTime()) : undefined);

/** The day on which somebody of ours had the car back; none as long as it is out. */
export const backOn = ({ status, isCarOut, carBackAt, tripCompletedAt }: OrderRow): IsoDate | undefined =>
  dayOf(carBackAt) ?? (status === "completed" && !isCarOut ? dayOf(tripCompletedAt) : undefined);

function lateDaysOf(order: OrderRow): ComputedCharge | undefined {
  const until = backOn(order);
  const { returnDate, tripCompletedAt } = order;
  const days = lateDays({ returnDate, returnedOn: dayOf(tripCompletedAt), backOn: until });
  if (days === 0 || !until) return undefined;
  const perDay = dayPrice(order) + insuranceByDay(order.insurance);
  return {
    amount: days * perDay,
    facts: { kind: "days", from: returnDate, until, days, perDay },
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

/** What the rule of a category comes to now; nothing for those that have none, and where nothing is beyond. */
export async function computedOf(
  db: Db,
  order: OrderRow,
  category: ChargeCategory,
): Promise<ComputedCharge | undefined> {
  const computed = category === "late_days" ? lateDaysOf(order) : undefined;
  const found = category === "extra_miles" ? await extraMilesOf(db, order) : computed;
  return found && found.amount > 0 ? found : undefined;
}
