import { inArray } from "drizzle-orm";
import {
  borneDifference,
  byFit,
  listedDays,
  mostBorneAlone,
  mostOffered,
  mostPricePercent,
  priceAgeDays,
} from "#domain/changes/endings.ts";
import { daysBetween, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { isOwnOrder } from "#domain/people/own-affairs.ts";
import { type Plan, planOf } from "#domain/pricing/plans.ts";
import { findAccount } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { cars } from "#server/db/schema/cars.ts";
import { planCondition } from "#server/orders/admin/queries.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { isFree } from "#server/rentals/availability.ts";
import { type Services, today } from "#server/services.ts";
import { isInLists } from "#server/db/schema/columns.ts";

/** The most cars that are searched: more than are offered, because some may be gone before they are locked. */
const mostLookedAt = 8;

/** The most cars that are read: the renter may be the host of some of them. */
const mostRead = 100;

/** A car that may replace an ended rental's car, with the price for its host's share and what we would pay. */
export type FittingCar = { carId: string; monthlyPrice: Cents; difference: Cents };

/**
 * A car's price of `priceAgeDays` days ago, by its history; today's price if it hasn't changed since. So a host
 * gains nothing here by raising a price.
 */
const priceBefore = `coalesce((select (before->>'monthlyPrice')::int from audit_events
  where entity = 'car' and entity_id = cars.id::text and before->>'monthlyPrice' ~ '^[0-9]+$'
    and at > $5::timestamptz - interval '${priceAgeDays} days' order by id limit 1), monthly_price)`;

/** Our own cars; and hosts' cars with instant booking that have been listed for some time and whose rules fit. */
const isOffered = `(cars.host_id is null or cars.instant_book
    and cars.listed_at <= $5::timestamptz - interval '${listedDays} days'
    and $2::date >= $6::date + cars.notice_days
    and $3::date - $2::date between cars.min_rent_days and cars.max_rent_days)`;

/** What of a car's price is shown, in SQL over `lower`; a plan has one price, whichever of its cars is driven. */
const shownPrice = (plan: Plan | undefined): string => (plan ? "greatest(lower, $4::int)" : "lower");

/** What `borneDifference` returns, rounded as there. */
const borne = (shown: string): string => {
  const difference = `((greatest(0, ${shown} - $4::int)::bigint * ($3::date - $2::date) + 15) / 30)`;
  return `(${difference} - (${difference} * $9::int + 50) / 100)`;
};

/** The order of `byFit`, so that the best of a large fleet are among those that are read. */
const bestFirst = (shown: string): string =>
  `${borne(shown)} > ${mostBorneAlone}, ${shown} < $4::int, city is distinct from $10, category is distinct from $11, abs(${shown} - $4::int), id`;

/** Cars below the old price that serve the order's plan, as `carServesPlan` says. */
const servesPlan = (plan: Plan): string =>
  `(lower >= $4::int or monthly_price <= ${plan.monthlyPrice} and ${planCondition(plan)})`;

type Search = { from: IsoDate; only?: readonly string[] };

/**
 * Finds cars that may take the place of an order's own from a day on, the best fit first: never one of the same host, nor
 * one that its renter lists, nor one that is offered to somebody already.
 */
export async function findFittingCars(
  services: Services,
  db: Db,
  order: OrderRow,
  { from, only }: Search,
): Promise<FittingCar[]> {
  const { tariff, carId, hostId, returnDate, city, category, discountPercent } = order;
  const oldMonthlyPrice = tariff?.monthlyPrice ?? order.monthlyPrice;
  const plan = planOf(order.tier ?? "");
  const found = await rowsIn(db)<{ id: string; lower: number }>(
    `select id, lower from (
       select cars.*, least(monthly_price, ${priceBefore}) as lower from cars
       where ${isInLists} and id <> $1
         and ($7::uuid is null or cars.host_id is distinct from $7)
         and ${isOffered} and ${isFree("cars.id", "$2::date", "$3::date")}
         and not exists (select from replacement_offers where car_id = cars.id and is_open)
         and ($8::uuid[] is null or cars.id = any($8))
     ) as cars where lower * 100 <= $4::bigint * ${mostPricePercent}${plan ? ` and ${servesPlan(plan)}` : ""}
     order by ${bestFirst(shownPrice(plan))} limit ${mostRead}`,
    [
      carId,
      from,
      returnDate,
      oldMonthlyPrice,
      new Date(services.now()).toISOString(),
      today(services),
      hostId,
      only ?? null,
      discountPercent,
      city,
      category,
    ],
  );
  if (found.length === 0) return [];
  const lower = new Map(found.map((one) => [one.id, one.lower]));
  const rows = await db
    .select()
    .from(cars)
    .where(inArray(cars.id, [...lower.keys()]));
  const days = daysBetween(from, returnDate);
  const fitting = rows.map((car) => {
    const own = lower.get(car.id) ?? car.monthlyPrice;
    const monthlyPrice = plan ? Math.max(own, oldMonthlyPrice) : own;
    const difference = borneDifference({ monthlyPrice, oldMonthlyPrice, days, discountPercent });
    const fit = {
      monthlyPrice,
      difference,
      isSameCity: car.city === city,
      isSameCategory: car.category === category,
    };
    return { car, ...fit };
  });
  const sorted = fitting.toSorted(byFit(oldMonthlyPrice));
  const offered: FittingCar[] = [];
  for (const { car, monthlyPrice, difference } of sorted) {
    if (offered.length >= (only ? mostOffered : mostLookedAt)) break;
    if (!(await isOwnCar(db, car.hostId, order))) offered.push({ carId: car.id, monthlyPrice, difference });
  }
  return offered;
}

/** Whether the order's renter, by account or email address, is the car's host: nobody rents their own car. */
async function isOwnCar(db: Db, hostId: string | null, order: OrderRow): Promise<boolean> {
  const host = hostId === null ? undefined : await findAccount(db, hostId);
  return host !== undefined && isOwnOrder(host, order);
}
