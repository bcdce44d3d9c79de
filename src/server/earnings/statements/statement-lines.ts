import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import type { StatedBalance, StatedCredit, StatementLine } from "#domain/payouts/statements.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Db } from "#server/db/open-database.ts";

/** The span of a month: `from` belongs to it, `until` doesn't. */
export type MonthSpan = { from: Date; until: Date };

/** A host's balance with us before a moment, by the ledger entries until then. */
export async function hostBalanceBefore(tx: Db, hostId: string, at: Date): Promise<Cents> {
  const [sum] = await rowsIn(tx)<{ amount: string }>(
    `select coalesce(-sum(e.amount), 0)::text as amount from ledger_entries e
     join ledger_transactions t on t.id = e.transaction_id where e.host_id = $1 and t.posted_at < $2`,
    [hostId, at],
  );
  return Number(sum?.amount ?? 0);
}

/** Lines as the database has them: its amounts are text. */
type CreditFound = Omit<StatedCredit, "gross" | "amount"> & { id: string; gross: string; amount: string };
type BalanceFound = Omit<StatedBalance, "amount"> & { id: string; amount: string };
type PayoutFound = { id: string; on: IsoDate; number: number; reference: string; amount: string };

/** All ledger entries of a host that were written within a span, by day, then in the ledger's sequence. */
export async function statementLinesOf(
  tx: Db,
  hostId: string,
  { from, until }: MonthSpan,
): Promise<StatementLine[]> {
  const credits = await rowsIn(tx)<CreditFound>(
    `select t.id::text as id, c.rule, c.credited_on::text as on, c.order_id as "orderId",
       o.order_number as "orderNumber", coalesce(k.name, o.car_name, '') as car, c.starts_on::text as "startsOn",
       c.ends_on::text as "endsOn", c.lines, c.gross::text as gross, c.share_percent as "sharePercent",
       c.amount::text as amount
     from host_credits c join ledger_transactions t on t.id = c.transaction_id
       join orders o on o.id = c.order_id left join cars k on k.id = c.car_id
     where c.host_id = $1 and t.posted_at >= $2 and t.posted_at < $3 order by c.id`,
    [hostId, from, until],
  );
  const balances = await rowsIn(tx)<BalanceFound>(
    `select t.id::text as id, c.rule, coalesce(t.effective_on, t.posted_on)::text as on, a.reason, c.amount::text as amount
     from host_credits c join ledger_transactions t on t.id = c.transaction_id
       join host_adjustments a on a.id = t.adjustment_id
     where c.host_id = $1 and t.posted_at >= $2 and t.posted_at < $3 order by c.id`,
    [hostId, from, until],
  );
  const payouts = await rowsIn(tx)<PayoutFound>(
    `select t.id::text as id, coalesce(t.effective_on, t.posted_on)::text as on, p.number::int as number, p.reference,
       (-e.amount)::text as amount
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join payouts p on p.id = t.payout_id
     where e.host_id = $1 and t.posted_at >= $2 and t.posted_at < $3 order by t.id`,
    [hostId, from, until],
  );
  const lines = [
    ...balances.map(({ id, amount, ...balance }) => ({
      id,
      line: { ...balance, amount: Number(amount) },
    })),
    ...credits.map(({ id, gross, amount, ...credit }) => ({
      id,
      line: { ...credit, gross: Number(gross), amount: Number(amount) },
    })),
    ...payouts.map(({ id, number, amount, ...payout }) => ({
      id,
      line: { ...payout, rule: "payout" as const, name: payoutName(number), amount: Number(amount) },
    })),
  ];
  return lines
    .toSorted((a, b) => a.line.on.localeCompare(b.line.on) || Number(a.id) - Number(b.id))
    .map(({ line }) => line);
}
