import { type CsvCar, carKey, readCar, readHeader } from "#domain/car-csv.ts";
import { insertAudit, upsertCars } from "#server/cars/queries.ts";
import { type Services, today } from "#server/services.ts";
import { readCsv, UnreadableFile } from "./read-csv.ts";

/** What became of a file. `errorDetails` names rows as a spreadsheet numbers them, with the column and the reason. */
export type ImportReport = { processed: number; added: number; updated: number; unchanged: number; errors: number; errorDetails: string[] };

const batchSize = 200;
const mostDetails = 1000;
const mostRows = 1_000_000;

/**
 * Loads a CSV file of cars, a batch at a time, each batch in its own transaction: good rows are kept whatever becomes of
 * the others, and a file run again adds nothing. Throws UnreadableFile when there is no header to go by.
 */
export async function importCars(services: Pick<Services, "database" | "catalogue" | "now">, path: string, actor: string): Promise<ImportReport> {
  const report: ImportReport = { processed: 0, added: 0, updated: 0, unchanged: 0, errors: 0, errorDetails: [] };
  const refuse = (row: number, reason: string) => {
    report.errors++;
    if (report.errorDetails.length < mostDetails) report.errorDetails.push(`Row ${row}: ${reason}`);
  };
  const date = today(services);
  const firstRows = new Map<string, number>();
  let header: Parameters<typeof readCar>[0] | undefined;
  let batch: CsvCar[] = [];

  const save = async () => {
    const saved = await services.database.transaction(async (tx) => {
      const result = await upsertCars(tx, batch);
      await insertAudit(tx, result.changes, actor);
      return result;
    });
    report.added += saved.added;
    report.updated += saved.updated;
    report.unchanged += batch.length - saved.added - saved.updated;
    batch = [];
  };

  for await (const line of readCsv(path)) {
    if (!header) {
      header = headerOf(line);
      continue;
    }
    if ("cells" in line && line.cells.every((cell) => cell.trim() === "")) continue;
    report.processed++;
    if (report.processed > mostRows) throw new UnreadableFile(`The file has more than ${mostRows} rows.`);
    if ("fault" in line) {
      refuse(line.row, line.fault);
      continue;
    }
    const read = readCar(header, line.cells, date);
    if ("faults" in read) {
      refuse(line.row, read.faults.map(({ column, message }) => `${column} ${message}`).join("; "));
      continue;
    }
    const key = carKey(read.car);
    const first = firstRows.get(key);
    if (first !== undefined) {
      refuse(line.row, `is the same car as row ${first}`);
      continue;
    }
    firstRows.set(key, line.row);
    batch.push(read.car);
    if (batch.length === batchSize) await save();
  }
  if (!header) throw new UnreadableFile("The file has no header row.");
  if (batch.length) await save();
  await services.catalogue.changed();
  return report;
}

function headerOf(line: { cells: string[] } | { fault: string }) {
  if ("fault" in line) throw new UnreadableFile("The header row can't be read.");
  const read = readHeader(line.cells);
  if ("fault" in read) throw new UnreadableFile(read.fault);
  return read.header;
}
