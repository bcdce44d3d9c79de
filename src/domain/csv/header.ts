import { withoutCardNumbers } from "#domain/people/card-numbers.ts";
import { withoutUnseen } from "#domain/plain-text.ts";
import { nearestColumn, type Synonyms } from "./nearest-column.ts";

/** The position of each known column. */
export type Header<Column extends string> = ReadonlyMap<Column, number>;

/** An unknown column of a file, with the known column that was probably meant. */
export type UnknownColumn<Column extends string = string> = { name: string; nearest?: Column };
const mostUnknown = 20;
const longestUnknown = 60;

/** `meant` names the unknown columns of the file, each with the missing column that it probably means. */
export type HeaderError = {
  error: string;
  code: "column_twice" | "columns_missing";
  columns: string;
  meant?: string;
};
export type ReadHeader<Column extends string> = (
  cells: readonly string[],
) => { header: Header<Column>; unknown: UnknownColumn<Column>[] } | HeaderError;

/** The columns of a kind of file. */
export type Columns<Column extends string> = {
  required: readonly Column[];
  optional: readonly Column[];
  /** Other names for a column, in the plain form of `plainName`. */
  aliases?: Readonly<Record<string, Column>>;
  synonyms: Synonyms;
};

const plainName = (text: string): string =>
  withoutUnseen(text)
    .toLowerCase()
    .replace(/[\s_-]/g, "");

/**
 * Returns a function that reads a header row, or says in a sentence why the row is none. Names match without case,
 * spaces, underscores and hyphens. Unknown columns are named, and left out.
 */
export function headerReader<Column extends string>({
  required,
  optional,
  aliases = {},
  synonyms,
}: Columns<Column>): ReadHeader<Column> {
  const all = [...required, ...optional];
  const byName = new Map<string, Column>([
    ...all.map((column): [string, Column] => [plainName(column), column]),
    ...Object.entries(aliases),
  ]);

  /** A column that the file already has by its own name can't be meant by another. */
  const unknownColumn = (cell: string, header: Header<Column>): UnknownColumn<Column> => {
    const name = cell.slice(0, longestUnknown);
    const free = all.filter((column) => !header.has(column));
    const nearest = nearestColumn(
      plainName(name),
      free.map((column) => ({ column, plain: plainName(column) })),
      synonyms,
    );
    const shown = { name: withoutCardNumbers(cell).slice(0, longestUnknown) };
    return nearest ? { ...shown, nearest } : shown;
  };

  return (cells) => {
    const header = new Map<Column, number>();
    const unknown: string[] = [];
    for (const [place, cell] of cells.entries()) {
      const column = byName.get(plainName(cell));
      if (!column && unknown.length < mostUnknown && cell.trim()) unknown.push(cell.trim());
      if (!column) continue;
      if (header.has(column))
        return {
          error: `The column ${column} appears twice in the header row.`,
          code: "column_twice",
          columns: column,
        };
      header.set(column, place);
    }
    const missing = required.filter((column) => !header.has(column));
    const named = unknown.map((name) => unknownColumn(name, header));
    if (missing.length === 0) return { header, unknown: named };
    const columns = missing.join(", ");
    const meant = named
      .filter(({ nearest }) => nearest && missing.includes(nearest))
      .map(({ name, nearest }) => `${name} (${nearest})`)
      .join(", ");
    const error = `The header row is missing ${columns}.`;
    return meant
      ? { error: `${error} Perhaps meant: ${meant}.`, code: "columns_missing", columns, meant }
      : { error, code: "columns_missing", columns };
  };
}

/** How many required columns a row lacks as the header. A header that names one column twice lacks none. */
export const lackingIn = (read: ReturnType<ReadHeader<string>>): number =>
  "header" in read || read.code === "column_twice" ? 0 : read.columns.split(", ").length;
