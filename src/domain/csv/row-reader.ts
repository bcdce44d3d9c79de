import { holdsCardNumber } from "#domain/people/card-numbers.ts";
import { isOneLine, trimmed, withoutUnseen } from "#domain/plain-text.ts";
import { CellError, type CellTrouble } from "./cells.ts";
import type { Header } from "./header.ts";
import { withoutApostrophe } from "./spreadsheet-cells.ts";

export type ColumnError = CellTrouble & { column: string };

/**
 * Reads the cells of one row by rules that return a value or throw a CellError, and collects the errors. An absent
 * column, an empty cell and a cell that `isEmptied` accepts give `empty`.
 */
export function rowReader<Column extends string>(
  header: Header<Column>,
  cells: readonly string[],
  isEmptied: (column: Column, text: string) => boolean = () => false,
) {
  const errors: ColumnError[] = [];
  const raw = (column: Column): string | undefined => {
    const place = header.get(column);
    return place === undefined ? undefined : plainCell(cells[place] ?? "");
  };
  const read = <T>(column: Column, rule: (text: string) => T, empty: T): T => {
    const text = raw(column);
    if (text === undefined || text === "" || isEmptied(column, text)) return empty;
    try {
      if (holdsCardNumber(text))
        throw new CellError({ code: "card_number", message: "can't contain a card number" });
      return rule(text);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      errors.push({ column, ...error.trouble });
      return empty;
    }
  };
  const required = <T>(column: Column, rule: (text: string) => T, empty: T): T => {
    if (!raw(column)) errors.push({ column, code: "required", message: "is required" });
    return read(column, rule, empty);
  };
  return { errors, raw, read, required };
}

/**
 * A cell's text trimmed, in Unicode's NFC, without the apostrophe that our files put before a formula-like text; a
 * text of one line also without invisible characters. Most cells are ASCII, which needs no more.
 */
export function plainCell(cell: string): string {
  const text = withoutApostrophe(cell.trim());
  if (/^[ -~]*$/.test(text)) return text;
  return trimmed(isOneLine(text) ? withoutUnseen(text) : text).normalize("NFC");
}
