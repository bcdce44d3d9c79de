import { holdsCardNumber } from "#domain/people/card-numbers.ts";
import type { ReportLine } from "./reconciliation.ts";

/** What is wrong with a cell of a report: it is empty, or no amount, date or id. */
export const cellProblems = ["empty", "amount", "date", "too_long", "unreadable"] as const;
export type CellProblem = (typeof cellProblems)[number];
/** A wrong cell. The header is row 1, as in a spreadsheet. The column is empty if the whole row can't be read. */
export type CellError = { row: number; column: string; problem: CellProblem };

/** Reads a row as a provider's line; undefined for a row that moves no money. Throws BadCell for a wrong cell. */
export type RowReader = (cell: Cell) => ReportLine | undefined;
/** The text of a cell by its column's name; empty where the file has no such column. */
export type Cell = (column: string) => string;

export type ReportFormat = {
  /** The columns that a file must have; of the columns in an inner list, one is enough. */
  columns: readonly (string | readonly string[])[];
  read: RowReader;
  /** The first cells of the header row and of the lines, if the file has other rows too. */
  marks?: { header: string; line: string };
};

/** The kinds of files that one provider has; the first is the usual one. */
export type ReportFormats = readonly [ReportFormat, ...ReportFormat[]];

export class BadCell extends Error {
  override name = "BadCell";
  readonly column: string;
  readonly problem: CellProblem;
  constructor(column: string, problem: CellProblem) {
    super(`${column}: ${problem}`);
    this.column = column;
    this.problem = problem;
  }
}

const longestRef = 255;
/** The id in the first of these columns that has one. */
export function refOf(cell: Cell, ...columns: string[]): string {
  const [first = ""] = columns;
  const column = columns.find((one) => cell(one) !== "") ?? first;
  const ref = cell(column);
  if (ref === "") throw new BadCell(column, "empty");
  if (ref.length > longestRef) throw new BadCell(column, "too_long");
  if (holdsCardNumber(ref)) throw new BadCell(column, "unreadable");
  return ref;
}

const inDollars = /^-?(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/;
/** "-1,234.50" as cents. */
export function dollarsOf(cell: Cell, column: string): number {
  const text = cell(column);
  if (text === "") throw new BadCell(column, "empty");
  if (text.length > 20 || !inDollars.test(text)) throw new BadCell(column, "amount");
  return Math.round(Number(text.replaceAll(",", "")) * 100) + 0;
}

/** "123450" as cents: amounts in the smallest unit. */
export function centsOf(cell: Cell, column: string): number {
  const text = cell(column);
  if (text === "") throw new BadCell(column, "empty");
  if (!/^\d{1,12}$/.test(text)) throw new BadCell(column, "amount");
  return Number(text);
}

const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};
/** The date of "2026-12-03 10:11:12", "2026/12/03 06:16:23 -0800" or "12/3/2026". */
export function dateOf(cell: Cell, ...columns: string[]): string {
  const [first = ""] = columns;
  const column = columns.find((one) => cell(one) !== "") ?? first;
  const text = cell(column).slice(0, 40);
  if (text === "") throw new BadCell(column, "empty");
  const yearFirst = /^(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)/.exec(text);
  const yearLast = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [year, month, day] = yearFirst
    ? yearFirst.slice(1).map(Number)
    : yearLast
      ? [Number(yearLast[3]), Number(yearLast[1]), Number(yearLast[2])]
      : [];
  if (!year || !month || !day || !isDate(year, month, day)) throw new BadCell(column, "date");
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
