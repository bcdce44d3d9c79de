import { endedStatuses } from "#domain/orders/lifecycle.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { afterCreated } from "#server/db/list-cursor.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { NextStep } from "#contract/account/orders.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { activeStatuses, billedStatuses, openStatuses, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { type OwnFilter, upcomingDays } from "#domain/orders/own-orders.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { oneOf } from "#server/db/schema/columns.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { isOwed } from "#server/db/owed-instalments.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { cars } from "#server/db/schema/cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import { orderedCar, type PlacedOrder } from "#server/orders/queries.ts";
import { isToReview } from "#server/reviews/queries.ts";
import { hasCarToBringBack } from "./to-bring-back.ts";

const isCurrent = sql.raw(hasCarToBringBack);
/** `ownGroup` of the domain, in SQL. */
const groups: Record<Exclude<OwnFilter, "all">, (today: IsoDate) => SQL> = {
  active: (today) =>
    sql`(${oneOf("status", activeStatuses)} and (status = 'in_progress' or return_date >= ${today}::date) or ${isCurrent})`,
  completed: (today) =>
    sql`(${oneOf("status", billedStatuses)} and status <> 'in_progress'
      and (status = 'completed' or return_date < ${today}::date) and not ${isCurrent})`,
};

type Page = { filter: OwnFilter; limit: number; cursor?: string | undefined };
export type OwnListed = PlacedOrder & { reviewable: boolean };

/** An account's orders, newest first, from after the one that `cursor` names. */
export async function findOrdersOf(
  db: Db,
  accountId: string,
  today: IsoDate,
  { filter, limit, cursor }: Page,
): Promise<OwnListed[]> {
  const isOwn = eq(orders.accountId, accountId);
  const inGroup = filter === "all" ? undefined : groups[filter](today);
  return db
    .select({ order: orders, car: orderedCar, reviewable: isToReview(today) })
    .from(orders)
    .leftJoin(cars, eq(cars.id, orders.carId))
    .where(and(isOwn, afterCreated(orders, { cursor, among: isOwn }), inGroup))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

export type OwnCounts = { all: number; active: number; completed: number; upcoming: number };

/** How many of an account's orders are under each filter, and how many begin soon. */
export async function countOrdersOf(db: Db, accountId: string, today: IsoDate): Promise<OwnCounts> {
  const [counted] = await db
    .select({
      all: sql<number>`count(*)::int`,
      active: sql<number>`(count(*) filter (where ${groups.active(today)}))::int`,
      completed: sql<number>`(count(*) filter (where ${groups.completed(today)}))::int`,
      upcoming: sql<number>`(count(*) filter (where status = 'confirmed' and pickup_date between ${today}::date and ${today}::date + ${upcomingDays}::int))::int`,
    })
    .from(orders)
    .where(eq(orders.accountId, accountId));
  return counted ?? { all: 0, active: 0, completed: 0, upcoming: 0 };
}

/** The most open orders to read: more than a dashboard shows. */
const mostPressing = 10;

/** Returns an account's current and upcoming orders, and those with a car to bring back, in the order of their next pickup or return. */
export const findOpenOrdersOf = (db: Db, accountId: string): Promise<PlacedOrder[]> =>
  db
    .select({ order: orders, car: orderedCar })
    .from(orders)
    .leftJoin(cars, eq(cars.id, orders.carId))
    .where(and(eq(orders.accountId, accountId), or(oneOf("status", openStatuses), isCurrent)))
    .orderBy(
      sql`case when status = 'in_progress' or ${isCurrent} then return_date else pickup_date end`,
      orders.id,
    )
    .limit(mostPressing);

/** The most of each kind to read: more than a dashboard shows. */
const mostAsked = 5;

const askedText = `
  (select 'charge' as kind, orders.id as "orderId", car_name as title,
     ${inLosAngeles("answer_until")}::text as "on"
   from charges join orders on orders.id = order_id
   where charges.status = 'proposed' and answer_until > $3::timestamptz and account_id = $1
   order by answer_until limit ${mostAsked})
  union all
  (select 'payment', orders.id, car_name, min(due_on)::text
   from instalments join orders on orders.id = order_id
   where account_id = $1 and ${isOneOf("status", endedStatuses)} and ${isOwed()}
     and due_on <= $2::date
   group by orders.id having sum(instalments.amount - paid) >= $4
   order by min(due_on) limit ${mostAsked})`;

/**
 * What else an account has to do: answer charges, and pay what is due for rentals that have ended. In a step, `on`
 * is the last day for an answer, or the day since when the money is due. Sums below `least` are left out.
 */
export const findDueSteps = (
  { rows }: Pick<Database, "rows">,
  accountId: string,
  { on, at, least }: { on: IsoDate; at: number; least: Cents },
): Promise<NextStep[]> =>
  rows<NextStep>(askedText, [accountId, on, new Date(at).toISOString(), least], "asked-of-account");

/** Every status that an order has had, the first at the head, and who set it. */
export const findPassedStages = (db: Db, orderId: string) =>
  db
    .select({
      at: auditEvents.at,
      actor: auditEvents.actor,
      to: sql<OrderStatus>`after->>'status'`,
      isAdmin: sql<boolean>`coalesce(${accounts.role} = 'admin', false)`,
    })
    .from(auditEvents)
    .leftJoin(accounts, sql`${accounts.id}::text = ${auditEvents.actor}`)
    .where(
      and(
        eq(auditEvents.entity, "order"),
        eq(auditEvents.entityId, orderId),
        inArray(auditEvents.action, ["placed", "status"]),
        sql`after->>'status' is not null`,
      ),
    )
    .orderBy(auditEvents.at, auditEvents.id);

const mostExported = 10_000;

/** What we keep of an account's orders, for its owner's download. Money is in US cents. */
export const findOrdersToExport = (db: Db, accountId: string) =>
  db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      source: orders.source,
      status: orders.status,
      createdAt: orders.createdAt,
      carId: orders.carId,
      carName: orders.carName,
      carBrand: orders.carBrand,
      tier: orders.tier,
      location: orders.location,
      pickupDate: orders.pickupDate,
      returnDate: orders.returnDate,
      pickupTime: orders.pickupTime,
      returnTime: orders.returnTime,
      pickupLocation: orders.pickupLocation,
      customerName: orders.customerName,
      customerEmail: orders.customerEmail,
      customerPhone: orders.customerPhone,
      lines: orders.lines,
      subtotal: orders.subtotal,
      fees: orders.fees,
      taxes: orders.taxes,
      total: orders.total,
      milesIncluded: orders.milesIncluded,
      insurance: orders.insurance,
      collisionIncluded: orders.collisionIncluded,
      paymentMethod: orders.paymentMethod,
      paymentCard: orders.paymentCard,
      tripStartedAt: orders.tripStartedAt,
      tripCompletedAt: orders.tripCompletedAt,
    })
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(desc(orders.createdAt))
    .limit(mostExported);
