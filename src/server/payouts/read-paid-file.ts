import { inArray } from "drizzle-orm";
import type { PaidFileReport } from "#contract/admin/payouts.ts";
import {
  type PaidFileColumn,
  paidFileColumns,
  type SentPayment,
  sentPaymentOf,
} from "#domain/payouts/paid-file.ts";
import { payoutName } from "#domain/payouts/payouts.ts";
import { BadCell } from "#domain/payments/report-file.ts";
import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { payouts } from "#server/db/schema/money/payouts.ts";
import { type CsvRow, mostBeforeHeader, readCsv, UnreadableFile } from "#server/files/read-csv.ts";
import type { Services } from "#server/services.ts";
import { movePayoutIn } from "./move-payout.ts";

const mostRows = 20_000;
const mostErrors = 100;

type RowError = PaidFileReport["errors"][number];
type SentRow = SentPayment & { row: number };
type Columns = Record<PaidFileColumn, number>;

/** A bank's file: what it says was sent, row by row, and the rows that can't be read. Throws UnreadableFile. */
async function readPaidFile(path: string): Promise<{ sent: SentRow[]; errors: RowError[] }> {
  const sent: SentRow[] = [];
  const errors: RowError[] = [];
  let columns: Columns | undefined;
  for await (const row of readCsv(path, { lacking: (cells) => (columnsOf(cells) ? 0 : 1) })) {
    if (row.row > mostRows) throw new UnreadableFile("Too many rows.", "too_many_rows", { most: mostRows });
    if (!columns) {
      if ("cells" in row) columns = columnsOf(row.cells);
      if (!columns && row.row > mostBeforeHeader) break;
      continue;
    }
    const read = readRow(row, columns);
    if (read && "number" in read) sent.push(read);
    else if (read) errors.push(read);
  }
  if (!columns)
    throw new UnreadableFile("The header row lacks payout, amount, reference or paidOn.", "columns_missing", {
      columns: Object.keys(paidFileColumns).join(", "),
    });
  return { sent, errors };
}

/** The position of each column; undefined for a row without one of them. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const names = cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, "")
      .trim()
      .toLowerCase(),
  );
  const columnOf = (column: PaidFileColumn) =>
    names.findIndex((name) => paidFileColumns[column].some((known) => known === name));
  const columns = {
    payout: columnOf("payout"),
    amount: columnOf("amount"),
    reference: columnOf("reference"),
    paidOn: columnOf("paidOn"),
  };
  return Object.values(columns).every((place) => place >= 0) ? columns : undefined;
}

function readRow(row: CsvRow, columns: Columns): SentRow | RowError | undefined {
  if (!("cells" in row)) return { row: row.row, code: "unreadable", payout: "" };
  const { cells } = row;
  const cell = (column: PaidFileColumn) => cells[columns[column]]?.trim() ?? "";
  try {
    const sent = sentPaymentOf(cell);
    return sent && { ...sent, row: row.row };
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    return { row: row.row, code: `${error.column}_${error.problem}`, payout: cell("payout").slice(0, 60) };
  }
}

/**
 * Records the payments that a bank has sent: all of them, or none if one row is wrong. A payout that is recorded
 * already with the same reference counts as known.
 */
export async function recordPaidFile(services: Services, path: string, by: string): Promise<PaidFileReport> {
  const { sent, errors } = await readPaidFile(path);
  if (errors.length > 0) return { recorded: 0, known: 0, errors: errors.slice(0, mostErrors) };
  return withRetries(() => services.database.transaction((tx) => recordIn(services, tx, sent, by)));
}

async function recordIn(services: Services, tx: Db, sent: SentRow[], by: string): Promise<PaidFileReport> {
  const numbers = sent.map(({ number }) => number);
  const found = numbers.length ? await tx.select().from(payouts).where(inArray(payouts.number, numbers)) : [];
  const byNumber = new Map(found.map((payout) => [payout.number, payout]));
  const errors: RowError[] = [];
  const matched: { row: SentRow; id: string; hostId: string }[] = [];
  const seen = new Set<number>();
  let known = 0;
  for (const row of sent) {
    const payout = byNumber.get(row.number);
    const wrong = (code: string) => errors.push({ row: row.row, code, payout: payoutName(row.number) });
    if (!payout) wrong("not_found");
    else if (seen.has(row.number)) wrong("twice");
    else if (payout.amount !== row.amount) wrong("other_amount");
    else if (payout.status === "paid" && payout.reference === row.reference) known += 1;
    else if (payout.status !== "made") wrong(`is_${payout.status}`);
    else matched.push({ row, id: payout.id, hostId: payout.hostId });
    seen.add(row.number);
  }
  if (errors.length > 0) return { recorded: 0, known: 0, errors: errors.slice(0, mostErrors) };
  // All processes use the same order, so that two files at once don't wait for each other.
  for (const { row, id } of matched.toSorted((a, b) => (a.hostId < b.hostId ? -1 : 1)))
    try {
      await movePayoutIn(services, tx, id, { by, to: "paid", reference: row.reference, paidOn: row.paidOn });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal(error.code, `Row ${row.row}, ${payoutName(row.number)}: ${error.message}`);
    }
  return { recorded: matched.length, known, errors: [] };
}
