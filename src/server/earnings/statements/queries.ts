import { and, desc, eq } from "drizzle-orm";
import type { Cents } from "#domain/money.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { hostStatements } from "#server/db/schema/money/host-statements.ts";

export type HostStatementRow = typeof hostStatements.$inferSelect;

const summary = {
  number: hostStatements.number,
  month: hostStatements.month,
  opening: hostStatements.opening,
  closing: hostStatements.closing,
  issuedAt: hostStatements.issuedAt,
};

/** A host's statements without their lines, newest first. */
export const findHostStatements = (db: Db, hostId: string) =>
  db
    .select(summary)
    .from(hostStatements)
    .where(eq(hostStatements.hostId, hostId))
    .orderBy(desc(hostStatements.month));

export async function findHostStatement(
  db: Db,
  hostId: string,
  month: string,
): Promise<HostStatementRow | undefined> {
  const [found] = await db
    .select()
    .from(hostStatements)
    .where(and(eq(hostStatements.hostId, hostId), eq(hostStatements.month, month)));
  return found;
}

type Sums = { gross: Cents; net: Cents };
export type YearOfHost = {
  months: ({ month: string; payouts: Cents } & Sums)[];
  cars: ({ id: string | null; name: string } & Sums)[];
};

/** The sum of the months of a year. */
export const sumOfYear = ({ months }: YearOfHost, of: "gross" | "net" | "payouts"): Cents =>
  months.reduce((sum, month) => sum + month[of], 0);

/**
 * SQL for the day on which a year counts a credit: for a restored credit, the day when it was restored; for money
 * of a closed month, its day in the books.
 */
const countsOn = "coalesce(restored_on, paid_on)";

/** SQL for the day on which a year counts a payout: the day on which it was sent, or its day in the books. */
const sentOn = `coalesce(
  (select sent.posted_on from ledger_transactions sent where sent.key = 'payout:' || payouts.id::text), paid_on)`;

/**
 * SQL for the sums of hosts' years, each on its day: what renters paid, the host's part of it, and payouts on the
 * day they were sent, less failed ones on the day they came back. The sums of a closed month don't change.
 */
export const countedOfHosts = `(
  select host_id, ${countsOn} as on_day, gross, amount as net, 0 as payouts from host_credits where order_id is not null
  union all select host_id, ${sentOn}, 0, 0, amount from payouts where paid_on is not null
  union all select host_id, ${inLosAngeles("closed_at")}, 0, 0, -amount from payouts
    where paid_on is not null and status = 'failed')`;

/** What renters paid for a host's cars in a year, how much of it was the host's, and what was paid out to them. */
export async function findHostYear(
  { rows }: Pick<Database, "rows">,
  hostId: string,
  year: number,
): Promise<YearOfHost> {
  const span = [hostId, `${year}-01-01`, `${year}-12-31`];
  const months = await rows<YearOfHost["months"][number]>(
    `select to_char(on_day, 'YYYY-MM') as month, sum(gross)::float8 as gross, sum(net)::float8 as net,
       sum(payouts)::float8 as payouts
     from ${countedOfHosts} as counted where host_id = $1 and on_day between $2::date and $3::date
     group by 1 order by 1`,
    span,
    "find-host-year-months",
  );
  const cars = await rows<YearOfHost["cars"][number]>(
    `select c.car_id as id, coalesce(max(k.name), '') as name, sum(c.gross)::float8 as gross, sum(c.amount)::float8 as net
     from host_credits c left join cars k on k.id = c.car_id
     where c.host_id = $1 and c.order_id is not null and ${countsOn} between $2::date and $3::date
     group by c.car_id order by sum(c.gross) desc, c.car_id`,
    span,
    "find-host-year-cars",
  );
  return { months, cars };
}
