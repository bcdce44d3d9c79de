import { and, asc, desc, eq, gte, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import { billedStatuses, endedStatuses } from "#domain/orders/lifecycle.ts";
import type { TripStage } from "#domain/orders/host-requests.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { hadEarlierCarOf } from "#server/db/earlier-hosts.ts";
import { isEarlierCarRunning } from "#server/db/first-return.ts";
import type { Db } from "#server/db/open-database.ts";
import { cars } from "#server/db/schema/cars.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { oneOf } from "#server/db/schema/columns.ts";
import { orders } from "#server/db/schema/orders.ts";
import { orderedCar, type PlacedOrder } from "#server/orders/queries.ts";
import { isVerified } from "#server/rentals/unpaid-holds.ts";

/** What a host may know of a renter besides their name: nothing here says who they are. */
type RenterFacts = { since: string | null; rentals: number; mean: number | null; isVerified: boolean };
export type HostedOrderRow = PlacedOrder & RenterFacts;

/** Whether an order `done` is the same renter's: by account or, without one, by a confirmed address. */
const isTheirs = sql`case when ${orders.accountId} is null
  then done.email_confirmed_at is not null and lower(done.customer_email) = lower(${orders.customerEmail})
  else done.account_id = ${orders.accountId} end`;

const renterFacts = {
  since: sql<string | null>`(select ${sql.raw(inLosAngeles("joined.created_at"))}::text
    from accounts joined where joined.id = ${orders.accountId})`,
  rentals: sql<number>`(select count(*)::int from orders done where done.status = 'completed' and ${isTheirs})`,
  // Only reviews of the renter by hosts that others may read.
  mean: sql<
    number | null
  >`(select round(avg(rating), 1)::float from reviews join orders done on done.id = reviews.order_id
    where side = 'host' and published_at is not null and hidden_at is null and ${isTheirs})`,
  isVerified: sql<boolean>`coalesce(${sql.raw(isVerified("orders.account_id"))}, false)`,
};

const hosted = (db: Db) =>
  db
    .select({ order: orders, car: orderedCar, ...renterFacts })
    .from(orders)
    .leftJoin(cars, eq(cars.id, orders.carId));

/** An order of a host's car. */
export async function findHostedOrder(
  db: Db,
  hostId: string,
  id: string,
): Promise<HostedOrderRow | undefined> {
  const [found] = await hosted(db).where(and(eq(orders.id, id), eq(orders.hostId, hostId)));
  return found;
}

/** A rental that had a host's car before its present one. */
export async function findEarlierHosted(
  db: Db,
  hostId: string,
  id: string,
): Promise<HostedOrderRow | undefined> {
  const [found] = await hosted(db).where(and(eq(orders.id, id), hadEarlierCarOf(hostId)));
  return found;
}

/** SQL over `own`: whether it is its host's last earlier car in a rental. The host's lists show that car. */
const isLastOfHost = sql`not exists (select from order_stretches later where later.order_id = own.order_id
  and later.host_id = own.host_id and not later.is_without_car and later.number > own.number)`;
const isRunning = sql.raw(isEarlierCarRunning("own"));
/** Rentals that went on without the host's car, by the stage of the days with that car. */
const earlierOfStage: Record<TripStage, (hostId: string) => SQL> = {
  upcoming: () => sql`false`,
  running: (hostId) => hadEarlierCarOf(hostId, sql`${isLastOfHost} and ${isRunning}`),
  past: (hostId) => hadEarlierCarOf(hostId, sql`${isLastOfHost} and not ${isRunning}`),
};

/** Whether an order whose host has said yes was confirmed since, also if it was canceled afterwards. */
export async function wasConfirmed(
  db: Db,
  { id, status, hostAnsweredAt }: HostedOrderRow["order"],
): Promise<boolean> {
  if (status !== "cancelled") return status !== "pending";
  const isOfOrder = and(eq(auditEvents.entity, "order"), eq(auditEvents.entityId, id));
  const isConfirming = oneOf("after->>'status'", billedStatuses);
  return (
    (await db.$count(
      auditEvents,
      and(
        isOfOrder,
        eq(auditEvents.action, "status"),
        gte(auditEvents.at, hostAnsweredAt ?? new Date(0)),
        isConfirming,
      ),
    )) > 0
  );
}

export type HostPage = { limit: number; cursor?: string | undefined };
type HostOrderList = { found: HostedOrderRow[]; total: number };

/** SQL for the rows of the next page: after the order that `cursor` names, in the sequence of the list. */
const after = (cursor: string | undefined, order: SQL, lastOrder: string, isUp: boolean): SQL | undefined =>
  cursor === undefined
    ? undefined
    : sql`(${order}, ${orders.id}) ${sql.raw(isUp ? ">" : "<")} (select ${sql.raw(lastOrder)}, id from orders last where last.id = ${cursor})`;

async function list(
  db: Db,
  where: SQL | undefined,
  { limit, cursor, by, last, isUp }: HostPage & { by: SQL; last: string; isUp: boolean },
): Promise<HostOrderList> {
  const direction = isUp ? asc : desc;
  const found = await hosted(db)
    .where(and(where, after(cursor, by, last, isUp)))
    .orderBy(direction(by), direction(orders.id))
    .limit(limit);
  return { found, total: await db.$count(orders, where) };
}

/** SQL: whether a running rental has yet to go on with its present car. */
const isAhead = (today: IsoDate): SQL =>
  sql`(${orders.status} = 'in_progress' and ${orders.carSince} > ${today})`;

/** `tripStageOf` of the domain, in SQL. */
export const ofStage: Record<TripStage, (today: IsoDate) => SQL> = {
  upcoming: (today) => sql`(${orders.status} = 'confirmed' or ${isAhead(today)})`,
  running: (today) =>
    sql`((${orders.status} = 'in_progress' or ${orders.isCarOut} and ${orders.status} <> 'confirmed')
      and ${isAhead(today)} is not true)`,
  past: () =>
    sql`(not ${orders.isCarOut} and ${oneOf("orders.status", endedStatuses)}
      and (${orders.status} = 'completed' or ${orders.hostAnswer} in ('accepted', 'booked')))`,
};

/** A host's rentals of a stage: the nearest pickup or return first; of past rentals, the latest return first. */
export const findTrips = (
  db: Db,
  hostId: string,
  { stage, today, ...page }: HostPage & { stage: TripStage; today: IsoDate },
): Promise<HostOrderList> =>
  list(db, or(and(eq(orders.hostId, hostId), ofStage[stage](today)), earlierOfStage[stage](hostId)), {
    ...page,
    ...(stage === "upcoming"
      ? {
          by: sql`coalesce(${orders.carSince}, ${orders.pickupDate})`,
          last: "coalesce(car_since, pickup_date)",
          isUp: true,
        }
      : { by: sql`${orders.returnDate}`, last: "return_date", isUp: stage === "running" }),
  });

/** `waitsForHost` in SQL over `orders`. */
export const awaitsHost = sql`(${orders.status} = 'pending' and ${orders.hostId} is not null
  and ${orders.hostAskedAt} is not null and ${orders.hostAnswer} is null)`;

/** A host's requests: waiting ones, the nearest deadline first, or answered ones, the newest answer first. */
export const findRequests = (
  db: Db,
  hostId: string,
  isWaiting: boolean,
  page: HostPage,
): Promise<HostOrderList> =>
  isWaiting
    ? list(db, and(eq(orders.hostId, hostId), awaitsHost), {
        ...page,
        by: sql`${orders.expiresAt}`,
        last: "expires_at",
        isUp: true,
      })
    : list(db, and(eq(orders.hostId, hostId), isNotNull(orders.hostAskedAt), isNotNull(orders.hostAnswer)), {
        ...page,
        by: sql`${orders.hostAnsweredAt}`,
        last: "host_answered_at",
        isUp: false,
      });
