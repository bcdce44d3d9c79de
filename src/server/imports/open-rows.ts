import { type HeaderError, lackingIn, type ReadHeader } from "#domain/csv/header.ts";
import { type CsvRow, mostBeforeHeader, readCsv, UnreadableFile } from "#server/files/read-csv.ts";
import type { RowProblem } from "./row-reasons.ts";

/** A row of a file below its header, or why it can't be read. */
export type FileRow = { row: number; cells: string[] } | { row: number; trouble: RowProblem };

/** Opens a CSV file at its header. Empty rows are left out. Throws UnreadableFile without a readable header. */
export async function openRows<Column extends string>(
  path: string,
  readHeader: ReadHeader<Column>,
  onBytes: (done: number) => void,
) {
  const lines = readCsv(path, { onBytes, lacking: (cells) => lackingIn(readHeader(cells)) });
  const { header, width, unknown } = await findHeader(lines, readHeader);
  return { header, unknown, rows: rowsOf(lines, width) };
}

async function* rowsOf(lines: AsyncGenerator<CsvRow, void>, width: number): AsyncGenerator<FileRow, void> {
  for await (const line of lines) {
    const { row } = line;
    if ("error" in line) yield { row, trouble: { code: "unreadable", message: line.error } };
    else if (isLonger(line.cells, width))
      yield { row, trouble: { code: "too_many_cells", message: tooMany } };
    else if (line.cells.some((cell) => cell.trim() !== "")) yield line;
  }
}

const tooMany = "has more cells than the header row: put a cell that holds a comma in quotation marks";

/** An unquoted comma shifts the cells after it. Empty cells at a row's end don't count. */
const isLonger = (cells: readonly string[], width: number): boolean =>
  cells.length > width && cells.slice(width).some((cell) => cell.trim() !== "");

/**
 * The first row with the required columns: titles and empty rows may come before it. Without such a row, the error
 * names the columns that the nearest row lacks.
 */
async function findHeader<Column extends string>(
  rows: AsyncGenerator<CsvRow, void>,
  readHeader: ReadHeader<Column>,
) {
  let nearest: HeaderError | undefined;
  let isUnreadable = false;
  const empty = readHeader([]);
  const all = "error" in empty ? empty.columns.length : 0;
  for (let place = 0; place <= mostBeforeHeader; place++) {
    const next = await rows.next();
    if (next.done) break;
    const line = next.value;
    isUnreadable ||= "error" in line;
    if ("error" in line) continue;
    const read = readHeader(line.cells);
    if ("header" in read) return { ...read, width: line.cells.length };
    if (read.code === "column_twice") throw unreadable(read);
    if (read.columns.length < (nearest?.columns.length ?? all)) nearest = read;
    if (!nearest && !isUnreadable && line.cells.some((cell) => cell.trim())) nearest = read;
  }
  if (nearest) throw unreadable(nearest);
  const message = isUnreadable ? "The header row can't be read." : "The file has no header row.";
  throw new UnreadableFile(message, "no_header");
}

const unreadable = ({ error, code, columns, meant }: HeaderError) =>
  new UnreadableFile(error, code, { columns, ...(meant && { meant }) });
