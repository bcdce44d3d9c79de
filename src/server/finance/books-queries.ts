import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { monthRange } from "#domain/payments/finance.ts";
import type { LedgerAccount, TransactionKind } from "#domain/payments/ledger.ts";
import { personName } from "#server/db/person-name.ts";
import type { Database } from "#server/db/open-database.ts";

type Rows = Pick<Database, "rows">;

/** Every account with an entry up to a day, with the sums of its debits and credits. */
export const readTrialBalance = ({ rows }: Rows, until: IsoDate) =>
  rows<{ account: LedgerAccount; debit: Cents; credit: Cents }>(
    `select account, coalesce(sum(amount) filter (where amount > 0), 0)::float8 as debit,
       coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as credit
     from ledger_entries where posted_on <= $1::date group by account order by account`,
    [until],
  );

export type Journal = {
  id: number;
  on: IsoDate;
  kind: TransactionKind;
  orderNumber: string | null;
  providerRef: string | null;
  effectiveOn: IsoDate | null;
  payoutNumber: number | null;
  /** The names of the hosts whose balance the transaction changes. */
  hosts: string | null;
  entries: { account: LedgerAccount; amount: Cents }[];
};

/** A month's transactions with their entries, earliest first, after a given one; without the daily earnings. */
export function findJournals(
  { rows }: Rows,
  { month, after, limit }: { month: string; after: Pick<Journal, "id" | "on"> | undefined; limit: number },
): Promise<Journal[]> {
  const { from, to } = monthRange(month);
  return rows<Journal>(
    `select found.id::float8 as id, posted_on::text as on, kind, order_number as "orderNumber",
       provider_ref as "providerRef", effective_on::text as "effectiveOn",
       (select number::float8 from payouts where payouts.id = found.payout_id) as "payoutNumber",
       (select string_agg(distinct ${personName("host")}, ', ') from ledger_entries
         join accounts host on host.id = host_id where transaction_id = found.id) as hosts,
       (select json_agg(json_build_object('account', account, 'amount', amount) order by id)
         from ledger_entries where transaction_id = found.id) as entries
     from (select * from ledger_transactions where posted_on between $1::date and $2::date
         and kind <> 'recognition' and ($3::date is null or (posted_on, id) > ($3::date, $4::bigint))
       order by posted_on, id limit ${limit}) as found
     left join orders on orders.id = order_id order by posted_on, found.id`,
    [from, to, after?.on ?? null, after?.id ?? null],
  );
}

export type EarnedDay = Pick<Journal, "on" | "effectiveOn" | "entries">;

/** The earnings of each day of a month, of all orders together, earliest first. */
export function findEarnedDays({ rows }: Rows, month: string): Promise<EarnedDay[]> {
  const { from, to } = monthRange(month);
  return rows<EarnedDay>(
    `select on_day::text as on, effective_on::text as "effectiveOn",
       json_agg(json_build_object('account', account, 'amount', amount) order by account) as entries
     from (select moved.posted_on as on_day, effective_on, account, sum(amount)::float8 as amount
       from ledger_transactions moved join ledger_entries on transaction_id = moved.id
       where kind = 'recognition' and moved.posted_on between $1::date and $2::date
       group by moved.posted_on, effective_on, account having sum(amount) <> 0) as sums
     group by on_day, effective_on order by on_day, effective_on`,
    [from, to],
  );
}
