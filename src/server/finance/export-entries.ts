import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { wireMoney } from "#domain/money.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import type { Database } from "#server/db/open-database.ts";
import { lastOfFull } from "#server/http/pagination.ts";
import { findTransactions } from "./queries.ts";

const pageSize = 500;

/**
 * A month's entries as CSV, newest first, each with its transaction; with its own day if that is in a closed
 * month, and with its host and payout if it has them. Read page by page.
 */
export async function* exportEntries(
  database: Pick<Database, "rows">,
  month: string,
): AsyncGenerator<string> {
  yield csvRow([
    "transaction",
    "date",
    "kind",
    "order",
    "by",
    "account",
    "debit",
    "credit",
    "ownDate",
    "host",
    "payout",
  ]);
  let before: number | undefined;
  do {
    const found = await findTransactions(database, {
      month,
      before,
      limit: pageSize,
      withEarnings: true,
    });
    before = lastOfFull(found, pageSize)?.id;
    yield found
      .flatMap(({ id, postedOn, effectiveOn, kind, orderNumber, by, payoutNumber, entries }) =>
        entries.map(({ account, amount, host }) =>
          csvRow([
            id,
            postedOn,
            kind,
            orderNumber,
            by,
            account,
            amount > 0 ? wireMoney(amount) : null,
            amount < 0 ? wireMoney(-amount) : null,
            effectiveOn,
            host,
            payoutNumber === null ? null : payoutName(payoutNumber),
          ]),
        ),
      )
      .join("");
  } while (before !== undefined);
}
