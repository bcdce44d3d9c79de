import { asc, eq } from "drizzle-orm";
import type { ShownStretch } from "#contract/stretches.ts";
import { type IsoDate, later } from "#domain/dates.ts";
import { billedStatuses } from "#domain/orders/lifecycle.ts";
import { averageMonthlyPrice } from "#domain/pricing/fixed-price.ts";
import { type Stretch, stretchesOf, type stretchReasons } from "#domain/orders/stretches.ts";
import type { Db } from "#server/db/open-database.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import type { orders } from "#server/db/schema/orders.ts";
import { orderStretches } from "#server/db/schema/stretches.ts";
import { keepEarlierCar } from "./day-holds.ts";

type LastStretch = Pick<
  typeof orders.$inferSelect,
  "id" | "carId" | "hostId" | "hostSharePercent" | "hostMonthlyPrice" | "pickupDate" | "returnDate"
>;
type NamedStretch = Stretch & { carName: string };

/** SQL: each car's rented days, as rows of `car_id`, `starts_on` and `ends_on`; without days without a car. */
export const drivenDays = `
  select car_id, coalesce(car_since, pickup_date) as starts_on, return_date as ends_on from orders
    where car_id is not null and ${isOneOf("status", billedStatuses)}
  union all
  select car_id, starts_on, ends_on from order_stretches where not is_without_car`;

/** All stretches of an order in the order of their days, the last being the order's own. */
export async function findStretches(db: Db, order: LastStretch): Promise<Stretch[]> {
  return stretchesOf(order, await findEnded(db, order.id));
}

const findEnded = (db: Db, orderId: string): Promise<NamedStretch[]> =>
  db
    .select()
    .from(orderStretches)
    .where(eq(orderStretches.orderId, orderId))
    .orderBy(asc(orderStretches.number));

/** An order with the days between two of its cars, which its price doesn't pay for. */
export async function withGaps<T extends LastStretch>(db: Db, order: T) {
  const withoutCar = (await findEnded(db, order.id)).filter(({ isWithoutCar }) => isWithoutCar);
  return { ...order, withoutCar };
}

/** All stretches of an order, in the form for the order's pages. */
export async function shownStretches(
  db: Db,
  order: LastStretch & { carName: string | null },
): Promise<ShownStretch[]> {
  const ended = await findEnded(db, order.id);
  const names = new Map(ended.map(({ number, carName }) => [number, carName]));
  return stretchesOf(order, ended).map(({ number, startsOn, endsOn, isWithoutCar = false }) => ({
    number,
    carName: names.get(number) ?? order.carName ?? "",
    from: startsOn,
    until: endsOn,
    isWithoutCar,
  }));
}

type EndedOrder = LastStretch & Pick<typeof orders.$inferSelect, "carName" | "lines" | "days">;
type EndedStretch = {
  /** The last day with the car. */
  endsOn: IsoDate;
  /** The first day with the next car, if there are days without a car in between. */
  nextFrom?: IsoDate;
  reason: (typeof stretchReasons)[number];
  /** Whether the car was handed over; otherwise it gets no stretch. */
  wasDriven?: boolean;
  /** The last day on which the car stays taken. */
  takenUntil: IsoDate;
  now: number;
};

/**
 * Ends the stretch of an order's car, whose days stay taken; right after it, the order takes its next car. Days
 * without a car become a stretch without earnings. Call it under the locks of the order and of both cars.
 */
export async function endStretch(
  tx: Db,
  order: EndedOrder,
  { endsOn, nextFrom = endsOn, reason, wasDriven = true, takenUntil, now }: EndedStretch,
): Promise<void> {
  const { id: orderId, carId, carName, hostId, hostSharePercent } = order;
  const last = (await findStretches(tx, order)).at(-1);
  if (!carId || !last) throw new Error("An order without a car has no stretch");
  const shared = { orderId, carId, carName: carName ?? "", reason, createdAt: new Date(now) };
  // The order's price may change from now on: the ended stretch earns by its former price.
  const hostMonthlyPrice = order.hostMonthlyPrice ?? averageMonthlyPrice(order.lines, order.days);
  const hosted = { hostId, hostSharePercent, hostMonthlyPrice: hostId === null ? null : hostMonthlyPrice };
  let { number, startsOn } = last;
  if (wasDriven) {
    await tx
      .insert(orderStretches)
      .values({ ...shared, ...hosted, number, startsOn, endsOn: later(endsOn, startsOn) });
    number += 1;
  }
  const gap = { startsOn: later(endsOn, startsOn), endsOn: nextFrom };
  if (gap.endsOn > gap.startsOn)
    await tx.insert(orderStretches).values({ ...shared, ...gap, number, isWithoutCar: true });
  if (takenUntil >= startsOn)
    await keepEarlierCar(tx, { orderId, carId, firstDate: startsOn, lastDate: takenUntil });
}
