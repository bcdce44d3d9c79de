import { requiredFields } from "#domain/cars/car-rules.ts";
import { readHeader } from "#domain/cars/csv/car-csv.ts";
import type { FileError } from "#contract/errors.ts";
import { type CsvRow, mostBeforeHeader, UnreadableFile } from "#server/files/read-csv.ts";

/**
 * The first row that has the required columns: titles and empty rows may stand before it. Where there is none, what
 * the one that comes nearest lacks is said.
 */
export async function findHeader(rows: AsyncGenerator<CsvRow, void>) {
  let nearest: { error: string; code: FileError["code"]; columns: string } | undefined;
  let isUnreadable = false;
  for (let place = 0; place <= mostBeforeHeader; place++) {
    const next = await rows.next();
    if (next.done) break;
    const line = next.value;
    isUnreadable ||= "error" in line;
    if ("error" in line) continue;
    const read = readHeader(line.cells);
    if ("header" in read) return { ...read, width: line.cells.length };
    if (read.code === "column_twice") throw unreadable(read);
    if (read.columns.length < (nearest?.columns.length ?? requiredFields.join(", ").length)) nearest = read;
    if (!nearest && !isUnreadable && line.cells.some((cell) => cell.trim())) nearest = read;
  }
  if (nearest) throw unreadable(nearest);
  const message = isUnreadable ? "The header row can't be read." : "The file has no header row.";
  throw new UnreadableFile(message, "no_header");
}

const unreadable = ({ error, code, columns }: { error: string; code: FileError["code"]; columns: string }) =>
  new UnreadableFile(error, code, { columns });
