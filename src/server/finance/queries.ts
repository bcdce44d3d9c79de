import { openRefundStatuses } from "#domain/payments/payments.ts";
import { isoText } from "#server/db/iso-text.ts";
import { actorName, personName } from "#server/db/person-name.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { isOverdue } from "#server/db/owed-instalments.ts";
import { literal } from "#server/db/sql-text.ts";
import {
  type FinanceFigure,
  financeFigures,
  monthRange,
  type OverdueFigure,
  overdueRange,
} from "#domain/payments/finance.ts";
import {
  incomeAccounts,
  type LedgerAccount,
  revenueAccounts,
  type TransactionKind,
} from "#domain/payments/ledger.ts";
import type { Database } from "#server/db/open-database.ts";

type Rows = Pick<Database, "rows">;
/** US cents throughout. */
export type Sum = { amount: number; count: number };
type Range = { from: IsoDate; to: IsoDate };

/** A row needs a UUID: made from its transaction's key, with the bits that mark a UUID's version. */
const idOfKey = "overlay(overlay(md5(key) placing '4' from 13) placing '8' from 17)::uuid";

/** How a figure is counted: its table, amount, day and rows. $1 and $2 are the first and last day. */
type Source = { from: string; amount: string; on: string; where: string };

const sources: Record<Exclude<FinanceFigure, OverdueFigure>, Source> = {
  due: ofMonth(
    `${posted("kind in ('instalment', 'reversal') and instalment_id is not null", "'renter'")}
     union all select id, order_id, due_on, amount from instalments where posted_at is null and dropped_at is null`,
  ),
  received: ofMonth(posted("kind in ('payment', 'correction')", "'cash', 'provider_clearing'")),
  refunded: ofMonth(posted("kind = 'refund'", "'cash', 'provider_clearing'"), "-amount"),
  charged_back: ofMonth(
    posted(`kind = 'chargeback' and ${hasEntryOf("'provider_clearing'")}`, "'provider_clearing'"),
    "-amount",
  ),
  written_off: ofMonth(posted("kind = 'write_off'", "'write_off'")),
  to_write_off: {
    from: "write_offs",
    amount: "amount",
    on: "null::date",
    where: "status = 'awaiting_approval' and $1::date <= $2::date",
  },
  to_correct: {
    from: `(select open.id, open.order_id, open.status, payments.amount from payment_corrections open
      join payments on payments.id = open.payment_id) as open`,
    amount: "amount",
    on: "null::date",
    where: "status = 'awaiting_approval' and $1::date <= $2::date",
  },
  owed_by_renters: balances(">", "amount"),
  owed_to_renters: balances("<", "-amount"),
  to_refund: {
    from: "refunds",
    amount: "amount",
    on: "null::date",
    where: `${isOneOf("status", openRefundStatuses)} and $1::date <= $2::date`,
  },
};

/** Transactions of some kinds, with what each moves on some accounts. A closed month's stay as they were. */
function posted(kinds: string, accounts: string): string {
  return `select ${idOfKey} as id, order_id, posted_on as on_day, (select coalesce(sum(amount), 0)
      from ledger_entries where transaction_id = ledger_transactions.id and account in (${accounts})) as amount
    from ledger_transactions where ${kinds}`;
}

/** A lost chargeback that its renter owes again moves nothing on our account, so it has no such entry. */
function hasEntryOf(accounts: string): string {
  return `exists (select from ledger_entries where transaction_id = ledger_transactions.id and account in (${accounts}))`;
}

function ofMonth(rows: string, amount = "amount") {
  return {
    from: `(${rows}) as moved`,
    amount,
    on: "on_day",
    where: "on_day between $1::date and $2::date",
  };
}

/** What is overdue, as alerts count it. */
const overdue = ({ today, least }: Pick<FigureRead, "today" | "least">): Source => ({
  from: "instalments",
  amount: "amount - paid",
  on: "due_on",
  where: `due_on between $1::date and $2::date and ${isOverdue({ today: `${literal(today)}::date`, least: String(least) })}`,
});

/** Orders by the amount that their renters owe today, or have paid ahead. */
function balances(side: ">" | "<", amount: string) {
  return {
    from: `(select order_id as id, order_id, sum(amount) as amount from ledger_entries where account = 'renter'
      group by order_id having sum(amount) ${side} 0) as balances`,
    amount,
    on: "null::date",
    where: "$1::date <= $2::date",
  };
}

const isOfAge = (figure: FinanceFigure): figure is OverdueFigure => figure.startsWith("overdue");
const rangeOf = (figure: FinanceFigure, month: string, today: IsoDate): Range =>
  isOfAge(figure) ? overdueRange(figure, today) : monthRange(month);
const sourceOf = ({ figure, ...at }: Omit<FigureRead, "month">): Source =>
  isOfAge(figure) ? overdue(at) : sources[figure];

export async function readFigures(
  { rows }: Rows,
  of: Omit<FigureRead, "figure">,
): Promise<Record<FinanceFigure, Sum>> {
  const found = await Promise.all(
    financeFigures.map(async (figure) => [figure, await readFigure({ rows }, { ...of, figure })] as const),
  );
  return Object.fromEntries(found) as Record<FinanceFigure, Sum>;
}

export async function readFigure({ rows }: Rows, { figure, month, today, least }: FigureRead): Promise<Sum> {
  const { from, amount, where } = sourceOf({ figure, today, least });
  const range = rangeOf(figure, month, today);
  const [sum] = await rows<Sum>(
    `select coalesce(sum(${amount}), 0)::float8 as amount, count(*)::int as count from ${from} where ${where}`,
    [range.from, range.to],
  );
  return sum ?? { amount: 0, count: 0 };
}

export type FinanceRowFound = {
  id: string;
  orderId: string;
  orderNumber: string;
  renter: string;
  amount: number;
  on: string | null;
};
/** An order that owes less than `least` is never overdue. */
type FigureRead = { figure: FinanceFigure; month: string; today: IsoDate; least: Cents };
type FigureQuery = FigureRead & { limit: number; after?: string | undefined };

/** The rows of a figure, the earliest first, from after the one that `after` names. */
export function findRows(
  { rows }: Rows,
  { figure, month, today, least, limit, after }: FigureQuery,
): Promise<FinanceRowFound[]> {
  const { from, amount, on, where } = sourceOf({ figure, today, least });
  const range = rangeOf(figure, month, today);
  const place = "(coalesce(row_on, '1900-01-01'::date), id)";
  return rows<FinanceRowFound>(
    `with found as (select id, order_id, ${amount} as row_amount, ${on} as row_on from ${from} where ${where})
     select found.id, order_id as "orderId", order_number as "orderNumber", customer_name as renter,
       row_amount::float8 as amount, row_on::text as on
     from (select * from found where $3::uuid is null
         or ${place} > (select coalesce(row_on, '1900-01-01'::date), id from found where id = $3::uuid)
       order by coalesce(row_on, '1900-01-01'::date), id limit ${limit}) as found
     join orders on orders.id = order_id order by coalesce(row_on, '1900-01-01'::date), found.id`,
    [range.from, range.to, after ?? null],
  );
}

/** The sum of a month's entries for each account; credits are positive. */
export const readIncome = ({ rows }: Rows, month: string) => {
  const { from, to } = monthRange(month);
  return rows<{ account: LedgerAccount; amount: number }>(
    `select account, (-sum(amount))::float8 as amount from ledger_entries
     where posted_on between $1::date and $2::date
       and account = any($3::text[])
     group by account order by account`,
    [from, to, incomeAccounts],
  );
};

/**
 * For each of the twelve months up to one, the latest first: the earnings, the hosts' part of them, and what was
 * left of all earnings after the costs.
 */
export const readEarned = ({ rows }: Rows, month: string) => {
  const { to } = monthRange(month);
  return rows<{ month: string; amount: number; hostShare: number; platformIncome: number }>(
    `select to_char(first, 'YYYY-MM') as month,
       (0 - coalesce(sum(amount) filter (where account = any($4::text[])), 0))::float8 as amount,
       coalesce(sum(amount) filter (where account = 'host_share'), 0)::float8 as "hostShare",
       (0 - coalesce(sum(amount), 0))::float8 as "platformIncome"
     from generate_series($1::date - interval '11 months', $1::date, interval '1 month') as first
       left join ledger_entries on account = any($3::text[]) and posted_on between $1::date - interval '11 months' and $2::date
         and posted_on >= first and posted_on < first + interval '1 month'
     group by first order by first desc`,
    [`${month}-01`, to, incomeAccounts, revenueAccounts],
  );
};

/** An account's sum over all time. */
export async function readBalance({ rows }: Rows, account: LedgerAccount): Promise<number> {
  const [sum] = await rows<{ amount: number }>(
    "select coalesce(sum(amount), 0)::float8 as amount from ledger_entries where account = $1",
    [account],
  );
  return sum?.amount ?? 0;
}

export type TransactionFound = {
  id: number;
  kind: TransactionKind;
  orderId: string | null;
  orderNumber: string | null;
  postedOn: string;
  effectiveOn: string | null;
  postedAt: string;
  by: string;
  payoutNumber: number | null;
  /** `host` is the host's name in an entry of money that is payable to a host. */
  entries: { account: LedgerAccount; amount: number; host: string | null }[];
};
type TransactionQuery = {
  month?: string | undefined;
  orderId?: string | undefined;
  account?: LedgerAccount | undefined;
  /** The number of the transaction that the page follows. */
  before?: string | number | undefined;
  limit: number;
  /** Includes the daily earnings, order by order. */
  withEarnings?: boolean;
};

/** Transactions of a month, of an order or with an entry of an account, the newest first. */
export function findTransactions(
  { rows }: Rows,
  { month, orderId, account, before, limit, withEarnings = false }: TransactionQuery,
): Promise<TransactionFound[]> {
  const range = month ? monthRange(month) : { from: "1900-01-01", to: "2199-12-31" };
  const place = orderId ? "order_id = $4::uuid and" : "$4::uuid is null and";
  const posted = account
    ? "id in (select transaction_id from ledger_entries where account = $5) and"
    : "$5::text is null and";
  const kinds = withEarnings ? "" : "kind <> 'recognition' and";
  return rows<TransactionFound>(
    `select found.id::float8 as id, kind, order_id as "orderId", order_number as "orderNumber", posted_on::text as "postedOn", effective_on::text as "effectiveOn",
       ${isoText("posted_at")} as "postedAt",
       ${actorName("accounts", "actor")} as by,
       (select number::float8 from payouts where payouts.id = found.payout_id) as "payoutNumber",
       (select json_agg(json_build_object('account', account, 'amount', amount, 'host', ${personName("host")}) order by entry.id)
         from ledger_entries entry left join accounts host on host.id = entry.host_id where transaction_id = found.id) as entries
     from (select * from ledger_transactions
       where ${place} ${posted} ${kinds} posted_on between $1::date and $2::date and ($3::bigint is null
         or (posted_on, id) < (select posted_on, id from ledger_transactions where id = $3::bigint))
       order by posted_on desc, id desc limit ${limit}) as found
     left join orders on orders.id = order_id left join accounts on accounts.id::text = actor
     order by found.posted_on desc, found.id desc`,
    [range.from, range.to, before ?? null, orderId ?? null, account ?? null],
  );
}
