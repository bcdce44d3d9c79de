import type { IsoDate } from "#domain/dates.ts";
import { monthRange } from "#domain/payments/finance.ts";
import { BilledTaxes, type BilledTax } from "#domain/pricing/billed-taxes.ts";
import type { InstalmentLine } from "#domain/pricing/instalments.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import type { Database } from "#server/db/open-database.ts";
import { lastOfFull } from "#server/http/pagination.ts";

const pageSize = 500;

type TaxMovement = {
  id: number;
  city: string;
  rates: TaxRate[] | null;
  day: IsoDate;
  lines: InstalmentLine[];
  isTakenBack: boolean;
};

/**
 * SQL: whether a posting of an instalment takes it back: each instalment is billed first, then taken back and billed
 * again by turns. The sign of its taxes says nothing, since a bill may carry a difference below zero.
 */
const isReversal = `(select count(*) % 2 = 1 from ledger_transactions earlier where earlier.order_id = moved.order_id
  and earlier.instalment_id = moved.instalment_id and earlier.id < moved.id)`;

/**
 * The amounts of each tax in a month's books, by rate and city: billed amounts, and the part that was taken back,
 * on their days in the books. Read page by page.
 */
export async function readTaxes({ rows }: Pick<Database, "rows">, month: string): Promise<BilledTax[]> {
  const { from, to } = monthRange(month);
  const taxes = new BilledTaxes();
  for (let after: number | undefined = 0; after !== undefined;) {
    const found: TaxMovement[] = await rows<TaxMovement>(
      `select moved.id::float8 as id, coalesce(orders.tariff->>'taxCity', orders.location, orders.city, '') as city, orders.tariff->'taxRates' as rates, instalments.lines,
         coalesce(${inLosAngeles("charges.proposed_at")}, instalments.starts_on)::text as day, ${isReversal} as "isTakenBack"
       from ledger_transactions moved
       join instalments on instalments.id = moved.instalment_id join orders on orders.id = moved.order_id
       left join charges on charges.id = instalments.charge_id
       where moved.posted_on between $1::date and $2::date and moved.kind in ('instalment', 'reversal') and moved.id > $3::bigint
         and instalments.lines @> '[{"kind": "taxes"}]'
       order by moved.id limit ${pageSize}`,
      [from, to, after],
    );
    for (const { rates, ...bill } of found) taxes.add({ ...bill, rates: rates ?? [] });
    after = lastOfFull(found, pageSize)?.id;
  }
  return taxes.sums();
}
