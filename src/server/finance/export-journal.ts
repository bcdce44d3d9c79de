import { csvRow } from "#domain/csv/spreadsheet-cells.ts";
import type { IsoDate } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { bookAccountNames, journalMemo } from "#domain/payments/journal.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import type { Database } from "#server/db/open-database.ts";
import { lastOfFull } from "#server/http/pagination.ts";
import { type EarnedDay, findEarnedDays, findJournals, type Journal } from "./books-queries.ts";

const pageSize = 500;

/** A date as bookkeeping programs in the United States write it. */
const usDate = (date: IsoDate): string => {
  const [year, month, day] = date.split("-");
  return `${month}/${day}/${year}`;
};

/**
 * A month's journals in the form that QuickBooks and Xero import: a row for each entry, those of a journal
 * together, with the same date and number, and as much debit as credit. The earnings are one journal a day, of all
 * orders together. In English, like the names of the accounts there.
 */
export async function* exportJournal(
  database: Pick<Database, "rows">,
  month: string,
): AsyncGenerator<string> {
  yield csvRow(["Date", "Journal No", "Account", "Debit", "Credit", "Memo"]);
  let after: Journal | undefined;
  do {
    const found = await findJournals(database, { month, after, limit: pageSize });
    after = lastOfFull(found, pageSize);
    yield found.map((journal) => rowsOf(named(journal))).join("");
  } while (after !== undefined);
  const days = await findEarnedDays(database, month);
  yield days.map((day) => rowsOf({ ...ofNoOrder, ...day, number: numberOf(day) })).join("");
}

const named = ({ id, payoutNumber, ...journal }: Journal) => ({
  ...journal,
  number: id,
  payout: payoutNumber === null ? null : payoutName(payoutNumber),
});

const ofNoOrder = {
  kind: "recognition",
  orderNumber: null,
  providerRef: null,
  payout: null,
  hosts: null,
} as const;

/** The number of a day's earnings: the day in the books, and the real day if its month was closed. */
const numberOf = ({ on, effectiveOn }: EarnedDay): string =>
  ["E", on, effectiveOn].filter((part) => part !== null).join("-");

type NumberedJournal = Omit<ReturnType<typeof named>, "number"> & { number: number | string };

const rowsOf = ({ number, ...journal }: NumberedJournal): string =>
  journal.entries
    .map(({ account, amount }) =>
      csvRow([
        usDate(journal.on),
        number,
        bookAccountNames[account],
        amount > 0 ? wireMoney(amount) : null,
        amount < 0 ? wireMoney(-amount) : null,
        journalMemo(journal),
      ]),
    )
    .join("");
