import { firstPayableDay, isCovered, isDenied, isPickedUp } from "#server/payouts/queries.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { activeStatuses } from "#domain/orders/lifecycle.ts";
import type { HostCreditRule, PayoutStatus } from "#domain/payouts/payouts.ts";
import type { HostLine } from "#domain/payouts/shared-lines.ts";
import { and, eq, inArray } from "drizzle-orm";
import type { Database, Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { countedOfHosts } from "./statements/queries.ts";
import { drivenDays } from "#server/rentals/stretches.ts";

type Rows = Pick<Database, "rows">;

/** A host's earnings in each of the twelve months up to a month, the earliest first. */
export const findEarnedMonths = ({ rows }: Rows, hostId: string, month: string) =>
  rows<{ month: string; amount: Cents }>(
    `with earned as (
       select date_trunc('month', credited_on)::date as first, sum(amount) as amount from host_credits
       where host_id = $1 and order_id is not null and credited_on >= $2::date - interval '11 months'
       group by 1)
     select to_char(first, 'YYYY-MM') as month, coalesce(amount, 0)::float8 as amount
     from generate_series($2::date - interval '11 months', $2::date, interval '1 month') as month(first)
       left join earned using (first) order by first`,
    [hostId, `${month}-01`],
    "find-earned-months",
  );

/** A host's rentals that are to come or go on. */
export const findBookedOrders = (db: Db, hostId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.hostId, hostId), inArray(orders.status, activeStatuses)));

export type CarMonth = { carId: string; name: string; month: string; percent: number };

/** The percentage of days that each of a host's cars was rented, for each of the twelve months up to a month. */
export const findOccupancy = ({ rows }: Rows, hostId: string, month: string) =>
  rows<CarMonth>(
    `with own as (select id, name, created_at from cars where host_id = $1),
     driven as (select days.* from (${drivenDays}) as days join own on own.id = days.car_id),
     months as (select first::date as first, (first + interval '1 month')::date as until
       from generate_series($2::date - interval '11 months', $2::date, interval '1 month') as first)
     select own.id as "carId", own.name, to_char(months.first, 'YYYY-MM') as month,
       coalesce(round(100.0 * sum(greatest(0, least(driven.ends_on, months.until) - greatest(driven.starts_on, months.first)))
         / (months.until - months.first)), 0)::int as percent
     from own cross join months left join driven on driven.car_id = own.id
     group by own.id, own.name, own.created_at, months.first, months.until
     order by own.created_at, own.id, months.first`,
    [hostId, `${month}-01`],
    "find-occupancy",
  );

export type CreditFound = {
  id: string;
  rule: HostCreditRule;
  orderId: string | null;
  orderNumber: string | null;
  car: string;
  creditedOn: IsoDate;
  startsOn: IsoDate | null;
  endsOn: IsoDate | null;
  lines: HostLine[];
  gross: Cents;
  sharePercent: number;
  amount: Cents;
  payableOn: IsoDate;
  awaitsPickup: boolean;
  isPickedUp: boolean;
  isDenied: boolean;
  isCovered: boolean;
  payoutNumber: number | null;
  payoutStatus: PayoutStatus | null;
};
type CreditPage = { limit: number; cursor?: string | undefined; orderId?: string | undefined };

/** What a host was credited, newest first. */
export const findCredits = (
  { rows }: Rows,
  hostId: string,
  { limit, cursor, orderId, holdDays }: CreditPage & { holdDays: number },
) =>
  rows<CreditFound>(
    `select c.id::text as id, c.rule, c.order_id as "orderId", o.order_number as "orderNumber",
       coalesce(k.name, o.car_name, '') as car, c.credited_on::text as "creditedOn", c.starts_on::text as "startsOn",
       c.ends_on::text as "endsOn", c.lines, c.gross::float8 as gross, c.share_percent as "sharePercent",
       c.amount::float8 as amount, (${firstPayableDay("c", holdDays)})::text as "payableOn", c.awaits_pickup as "awaitsPickup",
       ${isPickedUp("c")} as "isPickedUp", ${isDenied("c")} as "isDenied",
       c.amount < 0 and c.payout_id is null and ${isCovered("c")} as "isCovered",
       p.number::int as "payoutNumber", p.status as "payoutStatus"
     from (select * from host_credits where host_id = $1 and ($2::bigint is null or id < $2::bigint)
         and ($3::uuid is null or order_id = $3::uuid) order by id desc limit $4) as c
       left join orders o on o.id = c.order_id left join cars k on k.id = c.car_id left join payouts p on p.id = c.payout_id
     order by c.id desc`,
    // Without a name, so that it is planned each time: a general plan would read all lines of a host with very many.
    [hostId, cursor ?? null, orderId ?? null, limit],
  );

export async function countCredits({ rows }: Rows, hostId: string, orderId?: string): Promise<number> {
  const [counted] = await rows<{ count: number }>(
    `select count(*)::int as count from host_credits where host_id = $1${orderId ? " and order_id = $2" : ""}`,
    orderId ? [hostId, orderId] : [hostId],
  );
  return counted?.count ?? 0;
}

/** The sum of a host's credits, less what was taken back, and the sum of their payouts. */
export async function readHostTotals(
  { rows }: Rows,
  hostId: string,
): Promise<{ credited: Cents; paidOut: Cents }> {
  const [sums] = await rows<{ credited: Cents; paidOut: Cents }>(
    `select (select coalesce(sum(amount), 0) from host_credits where host_id = $1)::float8 as credited,
       (select coalesce(sum(amount), 0) from payouts where host_id = $1 and status = 'paid')::float8 as "paidOut"`,
    [hostId],
    "read-host-totals",
  );
  return sums ?? { credited: 0, paidOut: 0 };
}

export type HostOfYear = {
  id: string;
  name: string;
  email: string;
  gross: Cents;
  net: Cents;
  payouts: Cents;
  /** Gross by the month's two digits. */
  byMonth: Record<string, Cents>;
};
type YearPage = { year: number; after: string; limit: number };

/** Hosts with their sums of a year by the day of payment, ordered by id, after a given id. */
export const findYearOfHosts = ({ rows }: Rows, { year, after, limit }: YearPage) =>
  rows<HostOfYear>(
    `select a.id, a.full_name as name, a.email, sum(gross)::float8 as gross, sum(net)::float8 as net,
       sum(payouts)::float8 as payouts, json_object_agg(month, gross) as "byMonth"
     from (select host_id, to_char(on_day, 'MM') as month, sum(gross)::float8 as gross, sum(net)::float8 as net,
             sum(payouts)::float8 as payouts
           from ${countedOfHosts} as counted
           where host_id > $3::uuid and on_day between $1::date and $2::date group by 1, 2) as by_month
       join accounts a on a.id = host_id
     group by a.id order by a.id limit $4`,
    [`${year}-01-01`, `${year}-12-31`, after, limit],
    "find-year-of-hosts",
  );
