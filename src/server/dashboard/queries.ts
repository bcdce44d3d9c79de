import type { OrderCounts } from "#contract/admin/dashboard.ts";
import { orderCountNames } from "#domain/orders/admin-lists.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import type { RightsHolder } from "#domain/people/permissions.ts";
import { auditConditions, type AuditRow, namedEntries } from "#server/audit/queries.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { drivenDays } from "#server/rentals/stretches.ts";
import type { Database } from "#server/db/open-database.ts";
import { isOwed } from "#server/db/owed-instalments.ts";
import { isHostingNowOf } from "#server/db/hosting-now.ts";
import { isInLists } from "#server/db/schema/columns.ts";

export type Rows = Pick<Database, "rows">;

export type StatsRow = OrderCounts & {
  totalUsers: number;
  totalCustomers: number;
  totalHosts: number;
  activeVehicles: number;
  pendingHostApprovals: number;
  /** Disputes that wait for a decision. */
  recentDisputes: number;
  /** US cents that hosts are owed. */
  pendingPayouts: number;
  /** US cents. */
  revenue: number;
};

const ordersByStatus = orderStatuses
  .map(
    (status) =>
      `coalesce(sum(orders) filter (where status = '${status}'), 0)::float8 as "${orderCountNames[status]}"`,
  )
  .join(", ");

/** One statement, and so one snapshot, because the figures belong together. */
export async function readStats({ rows }: Rows): Promise<StatsRow> {
  const [stats] = await rows<StatsRow>(
    `select tallies.*, people.*,
       (select count(*)::float8 from cars where ${isInLists}) as "activeVehicles",
       (select count(*)::float8 from host_applications where status = 'pending') as "pendingHostApprovals",
       (select count(*)::float8 from charges where status = 'contested') as "recentDisputes",
       (select coalesce(-sum(amount), 0)::float8 from ledger_entries where account = 'host_payable') as "pendingPayouts"
     from (select ${ordersByStatus},
             coalesce(sum(total) filter (where status = 'completed'), 0)::float8 as revenue
           from order_tallies) as tallies,
          (select count(*)::float8 as "totalUsers", count(*) filter (where role = 'customer')::float8 as "totalCustomers",
             count(*) filter (where ${isHostingNowOf("accounts")})::float8 as "totalHosts" from accounts) as people`,
    [],
    "desk-stats",
  );
  if (!stats) throw new Error("The database answered nothing");
  return stats;
}

type FirstRunCounts = { administrators: number; hasCar: boolean };

/** Counts the administrators who may act, and says whether there is a car. */
export async function countForFirstRun({ rows }: Rows): Promise<FirstRunCounts> {
  const [counted] = await rows<FirstRunCounts>(
    `select (select count(*)::float8 from accounts where role = 'admin' and suspended_at is null and not is_read_only) as administrators,
       exists (select from cars where ${isInLists}) as "hasCar"`,
  );
  return counted ?? { administrators: 0, hasCar: false };
}

export const findAcknowledged = async (
  { rows }: Rows,
  accountId: string,
  ids: string[],
): Promise<Set<string>> => {
  const found = await rows<{ id: string }>(
    "select alert_id as id from alert_acknowledgements where account_id = $1 and alert_id = any($2)",
    [accountId, ids],
  );
  return new Set(found.map(({ id }) => id));
};

export type ActivityRow = Omit<AuditRow, "fields" | "reason">;

/** An order's past may be written later than it was, as the demonstration's is: the newest are among these. */
const writtenLast = 1000;

/**
 * The newest entries of the audit trail, with the names of people and things. Opened documents are listed only on
 * their person's page: there are too many. An administrator sees the entries of the lists that they may see.
 */
export function readActivity({ rows }: Rows, reader: RightsHolder, limit: number): Promise<ActivityRow[]> {
  const where = auditConditions(reader, {});
  const written = `select * from audit_events where ${where.text} and action <> 'document_opened' order by id desc limit ${writtenLast}`;
  const newest = `select * from (${written}) as written order by at desc, id desc limit ${where.value(limit)}::int`;
  return rows<ActivityRow>(
    `select id, at, by, entity, "entityId", label, action, "from", "to" from (${namedEntries(newest)}) as entry
     order by at desc, id desc`,
    where.parameters,
  );
}

export type TripRow = {
  id: string;
  orderNumber: string;
  carName: string;
  renterName: string;
  status: string;
  pickupDate: string;
  pickupTime: string;
  returnDate: string;
  returnTime: string;
};

const trip = `id, order_number as "orderNumber", coalesce(car_name, tier, '') as "carName", customer_name as "renterName", status,
  pickup_date::text as "pickupDate", pickup_time as "pickupTime", return_date::text as "returnDate", return_time as "returnTime" from orders`;

/** Confirmed orders with a pickup within a week or an overdue one; and the cars that aren't recorded back, by their return. */
export async function readTrips(
  { rows }: Rows,
  today: string,
): Promise<{ pickups: TripRow[]; active: TripRow[] }> {
  const [pickups, active] = await Promise.all([
    rows<TripRow>(
      `select ${trip} where status = 'confirmed' and pickup_date <= $1::date + 7 order by pickup_date, pickup_time, id limit 200`,
      [today],
    ),
    rows<TripRow>(
      `select ${trip} where status = 'in_progress' or is_car_out order by return_date, return_time, id limit 200`,
    ),
  ]);
  return { pickups, active };
}

export type TalliedOrders = { name: string; orders: number; gross: number; placed: number };

/**
 * Completed orders with their total, and the number of placed orders, by one column of the tallies: the newest
 * month first, or the city or category with the highest total first.
 */
export const readTallied = ({ rows }: Rows, by: "month" | "city" | "category"): Promise<TalliedOrders[]> =>
  rows<TalliedOrders>(
    `select ${by}::text as name, coalesce(sum(orders) filter (where status = 'completed'), 0)::float8 as orders,
       coalesce(sum(total) filter (where status = 'completed'), 0)::float8 as gross, sum(orders)::float8 as placed
     from order_tallies group by 1 having sum(orders) <> 0 order by ${by === "month" ? "1 desc" : "gross desc, placed desc, 1"} limit 200`,
  );

/**
 * Car-days rented in each of seven months, the current one last, and the fleet's car-days: a rental's days are
 * those that are paid for, without the day of the return, as on a host's pages. A car counts from the day it was
 * entered, or from an earlier first rental; a retired car counts until it left.
 */
export const readUtilisation = (
  { rows }: Rows,
  today: string,
): Promise<{ month: string; percent: number }[]> =>
  rows<{ month: string; percent: number }>(
    `with months as (
       select month::date as first, (month + interval '1 month - 1 day')::date as last
       from generate_series(date_trunc('month', $1::date) - interval '6 months', date_trunc('month', $1::date), interval '1 month') as month
     ), rented as (${drivenDays}
     ), fleet as (
       select least(${inLosAngeles("created_at")}, begun) as since, coalesce(${inLosAngeles("retired_at")}, 'infinity') as until
       from cars left join (select car_id, min(starts_on) as begun from rented group by car_id) as rentals on car_id = cars.id
     ), supply as (
       select first, last, sum(least(until, last) - greatest(since, first) + 1) as days
       from months join fleet on since <= last and until >= first group by first, last
     ), use as (
       select first, sum(least(ends_on, last + 1) - greatest(starts_on, first)) as days
       from months join rented on starts_on <= last and ends_on > first group by first
     )
     select to_char(months.first, 'YYYY-MM') as month,
       least(100, round(100.0 * coalesce(use.days, 0) / greatest(coalesce(supply.days, 0), 1), 1))::float8 as percent
     from months left join supply using (first) left join use using (first) order by months.first`,
    [today],
  );

export async function readOutstanding({ rows }: Rows): Promise<number> {
  const [found] = await rows<{ total: number }>(
    `select coalesce(sum(amount - paid), 0)::float8 as total from instalments where ${isOwed()}`,
  );
  return found?.total ?? 0;
}

export async function readSubscriptions({
  rows,
}: Rows): Promise<{ asked: number; confirmed: number; codesUsed: number }> {
  const [found] = await rows<{ asked: number; confirmed: number; codesUsed: number }>(
    `select (select count(*) from email_subscriptions)::float8 as asked, (select count(*) from email_subscriptions where confirmed_at is not null)::float8 as confirmed,
       (select count(*) from promo_codes where order_id is not null)::float8 as "codesUsed"`,
  );
  return found ?? { asked: 0, confirmed: 0, codesUsed: 0 };
}
