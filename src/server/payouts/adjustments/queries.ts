import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { AdjustmentKind, AdjustmentStatus } from "#domain/payouts/adjustments.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { hostAdjustments } from "#server/db/schema/money/host-adjustments.ts";
import { hostCredits } from "#server/db/schema/money/host-credits.ts";
import { orders } from "#server/db/schema/orders.ts";

export type AdjustmentRow = typeof hostAdjustments.$inferSelect;

export async function findAdjustment(db: Db, id: string): Promise<AdjustmentRow | undefined> {
  const [found] = await db.select().from(hostAdjustments).where(eq(hostAdjustments.id, id));
  return found;
}

/** What was done to a host's balance by hand, newest first, with the number of the order that it is about. */
export const findAdjustments = (db: Db, hostId: string) =>
  db
    .select({ adjustment: hostAdjustments, orderNumber: orders.orderNumber })
    .from(hostAdjustments)
    .leftJoin(orders, eq(orders.id, hostAdjustments.orderId))
    .where(eq(hostAdjustments.hostId, hostId))
    .orderBy(desc(hostAdjustments.createdAt), desc(hostAdjustments.id))
    .limit(200);

type AdjustmentFilter = {
  kind: AdjustmentKind;
  statuses: AdjustmentStatus[];
  orderId?: string | null;
  since?: Date;
};

/** What adjustments of a kind come to. */
export async function sumOfAdjustments(
  tx: Db,
  hostId: string,
  { kind, statuses, orderId, since }: AdjustmentFilter,
): Promise<Cents> {
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${hostAdjustments.amount}), 0)` })
    .from(hostAdjustments)
    .where(
      and(
        eq(hostAdjustments.hostId, hostId),
        eq(hostAdjustments.kind, kind),
        inArray(hostAdjustments.status, statuses),
        orderId ? eq(hostAdjustments.orderId, orderId) : undefined,
        since && gte(hostAdjustments.createdAt, since),
      ),
    );
  return Number(sum?.amount ?? 0);
}

/** Returns a host's credits for an order, less those that were taken back. */
export async function creditedOfOrder(tx: Db, hostId: string, orderId: string): Promise<Cents> {
  const [sum] = await tx
    .select({ amount: sql<string>`coalesce(sum(${hostCredits.amount}), 0)` })
    .from(hostCredits)
    .where(and(eq(hostCredits.hostId, hostId), eq(hostCredits.orderId, orderId)));
  return Number(sum?.amount ?? 0);
}

export type Debt = { hostId: string; amount: Cents; since: IsoDate; askedAt: Date | null };

/**
 * SQL: the hosts among `$1` whose balance in the books is below zero, with the day since when it is. Payouts under
 * way are not in the books yet.
 */
const debtText = `
  with moved as (
    select e.host_id, t.id, t.posted_at, sum(-e.amount) over (partition by e.host_id order by t.id) as balance
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.host_id = any($1::uuid[])),
  last as (select distinct on (host_id) host_id, balance from moved order by host_id, id desc)
  select l.host_id as "hostId", (-l.balance)::float8 as amount,
    ${inLosAngeles("min(m.posted_at)")}::text as since,
    (select a.asked_at from hosts_asked a where a.host_id = l.host_id
       and a.owed_since = ${inLosAngeles("min(m.posted_at)")}) as "askedAt"
  from last l join moved m on m.host_id = l.host_id and m.id > coalesce(
    (select max(b.id) from moved b where b.host_id = l.host_id and b.balance >= 0), 0)
  where l.balance < 0
  group by l.host_id, l.balance order by l.host_id`;

type DebtFound = Omit<Debt, "askedAt"> & { askedAt: string | Date | null };
const withDate = ({ askedAt, ...debt }: DebtFound): Debt => ({
  ...debt,
  askedAt: askedAt === null ? null : new Date(askedAt),
});

/** A host's debt; undefined for a host who owes nothing. */
export async function findDebt(db: Db, hostId: string): Promise<Debt | undefined> {
  const [found] = await rowsIn(db)<DebtFound>(debtText, [[hostId]]);
  return found && withDate(found);
}

/** Hosts, in SQL, whose balance is below zero in the books: `debtText` says what they owe. */
const belowZero = (where: string): string =>
  `select host_id as id from ledger_entries where ${where} group by host_id having sum(amount) > 0`;
const belowZeroText = `${belowZero("host_id > $1::uuid")} order by host_id limit $2`;

/** Whether, in SQL, a host owes. `id` is the host's, as SQL. */
export const owes = (id: string): string => `${id} in (${belowZero("host_id is not null")})`;

/** The debts of hosts, in the order of their ids from one on. */
export async function findDebts({ db, rows }: Database, after: string, limit: number): Promise<Debt[]> {
  const hosts = await rows<{ id: string }>(belowZeroText, [after, limit], "find-hosts-below-zero");
  if (hosts.length === 0) return [];
  return (await rowsIn(db)<DebtFound>(debtText, [hosts.map(({ id }) => id)])).map(withDate);
}
