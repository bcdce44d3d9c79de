import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import { wireMoney } from "#domain/money.ts";
import type { Database } from "#server/db/open-database.ts";
import { findTransactions } from "./queries.ts";

const pageSize = 500;

/**
 * A month's entries as CSV, newest first, each with its transaction, and with its own day where that is in a month that was
 * closed: read page by page.
 */
export async function* exportEntries(
  database: Pick<Database, "rows">,
  month: string,
): AsyncGenerator<string> {
  yield csvRow(["transaction", "date", "kind", "order", "by", "account", "debit", "credit", "ownDate"]);
  let before: number | undefined;
  do {
    const found = await findTransactions(database, {
      month,
      before,
      limit: pageSize,
      withEarnings: true,
    });
    before = found.length === pageSize ? found.at(-1)?.id : undefined;
    yield found
      .flatMap(({ id, postedOn, effectiveOn, kind, orderNumber, by, entries }) =>
        entries.map(({ account, amount }) =>
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
          ]),
        ),
      )
      .join("");
  } while (before !== undefined);
}
