import type { FileError } from "#contract/errors.ts";
import type { ReportLine } from "#domain/payments/reconciliation.ts";
import {
  BadCell,
  type CellError,
  type ReportFormat,
  type ReportFormats,
} from "#domain/payments/report-file.ts";
import { type CsvRow, readCsv, UnreadableFile } from "#server/files/read-csv.ts";

const mostRows = 50_000;
const mostErrors = 100;

type Table = { format: ReportFormat; columns: Map<string, number> };
export type ReportRead = { lines: ReportLine[]; errors: CellError[]; errorCount: number };

/**
 * The lines of a provider's report. A row that can't be read is reported with its number and column, and the
 * others are still read; a file without the columns is refused whole.
 */
export async function readReport(path: string, formats: ReportFormats): Promise<ReportRead> {
  const read: ReportRead = { lines: [], errors: [], errorCount: 0 };
  let table: Table | undefined;
  for await (const row of readCsv(path)) {
    if (row.row > mostRows) throw new UnreadableFile("Too many rows.", "too_many_rows", { most: mostRows });
    if (!table) {
      table = headerOf(row, formats);
      continue;
    }
    const error = take(row, table, read.lines);
    if (!error) continue;
    read.errorCount += 1;
    if (read.errors.length < mostErrors) read.errors.push(error);
  }
  if (!table) throw missing(formats[0].columns);
  return read;
}

/** Undefined for rows above a marked header. */
function headerOf(row: CsvRow, known: ReportFormats): Table | undefined {
  if (!("cells" in row)) throw new UnreadableFile("There is no readable header row.", "no_header");
  const cells = row.cells.map((cell, place) => (place === 0 ? cell.replace(/^\uFEFF/, "") : cell).trim());
  const marked = known.find(({ marks }) => marks && /^[A-Z]H$/.test(cells[0] ?? ""));
  if (marked && cells[0] !== marked.marks?.header) return undefined;
  const format = marked ?? known.find(({ marks }) => !marks) ?? known[0];
  const twice = cells.find((cell, place) => cell !== "" && cells.indexOf(cell) !== place);
  const isUsed = (name: string) => format.columns.flat().includes(name);
  if (twice && isUsed(twice))
    throw new UnreadableFile("A column is twice.", "column_twice", { columns: twice });
  const columns = new Map(cells.map((cell, place) => [cell, place]));
  const absent = format.columns.filter((names) => ![names].flat().some((name) => columns.has(name)));
  if (absent.length > 0) throw missing(absent);
  return { format, columns };
}

const missing = (columns: ReportFormat["columns"]): UnreadableFile => {
  const names = columns.map((each) => [each].flat()[0]).join(", ");
  const values: FileError["values"] = { columns: names };
  return new UnreadableFile(`The header row lacks ${names}.`, "columns_missing", values);
};

/** The error of a row; undefined if the row was read, or isn't part of the table. */
function take(row: CsvRow, { format, columns }: Table, lines: ReportLine[]): CellError | undefined {
  if (!("cells" in row)) return { row: row.row, column: "", problem: "unreadable" };
  const { cells } = row;
  if (cells.every((cell) => cell.trim() === "")) return undefined;
  if (format.marks && cells[0] !== format.marks.line) return undefined;
  try {
    const line = format.read((column) => cells[columns.get(column) ?? cells.length]?.trim() ?? "");
    if (line) lines.push(line);
    return undefined;
  } catch (error) {
    if (!(error instanceof BadCell)) throw error;
    return { row: row.row, column: error.column, problem: error.problem };
  }
}
