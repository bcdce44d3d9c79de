import { stat } from "node:fs/promises";
import { eq } from "drizzle-orm";
import type { MovedInRental, RentalsImported } from "#contract/admin/imports.ts";
import { plainPlate } from "#domain/cars/car-rules.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { planRental } from "#domain/moving-in/plan.ts";
import { type FormerRental, readRental, readRentalHeader } from "#domain/moving-in/rental-csv.ts";
import { audit } from "#server/db/audit.ts";
import { rentalImports } from "#server/db/schema/imports.ts";
import { UnreadableFile } from "#server/files/read-csv.ts";
import { openRows } from "#server/imports/open-rows.ts";
import { rowReason, type RowProblem } from "#server/imports/row-reasons.ts";
import { type Services, today } from "#server/services.ts";
import { moveRow, type PlannedRow, writeBatch } from "./move-row.ts";
import { withMessage } from "./rental-reasons.ts";

const mostRows = 5_000;
const mostErrorsReported = 100;
const mostShown = 500;

export type MoveInOptions = {
  actor: string;
  fileName: string;
  /** Checks the file, and writes nothing. */
  isDryRun?: boolean;
  /** The language of `errorDetails`; English by default. */
  language?: Language;
  /** The bytes that are checked, and all bytes of the file; then the rows that are written. */
  onProgress?: (phase: "checking" | "writing", done: number, total: number) => void;
  signal?: AbortSignal;
};

type RentalImportServices = Pick<Services, "database" | "now">;
type RefusedRow = { row: number; troubles: RowProblem[] };

/**
 * Moves the rentals of a CSV file in: every row is checked; each good one becomes a complete order with its days,
 * instalments and payments, even if other rows are bad. Nobody is emailed. Moving a file in again adds nothing.
 * Throws UnreadableFile without a readable header.
 */
export async function moveRentalsIn(
  services: RentalImportServices,
  path: string,
  options: MoveInOptions,
): Promise<Omit<RentalsImported, "message">> {
  const { actor, fileName, isDryRun = false, language = defaultLanguage } = options;
  const { processed, planned, refused, unknown } = await readFile(services, path, options);
  const batchId = isDryRun ? undefined : await beginBatch(services, actor, fileName);
  const rentals: MovedInRental[] = [];
  let unchanged = 0;
  const counts = () => ({ processed, added: rentals.length, unchanged, errors: refused.length });
  try {
    for (const [index, one] of planned.entries()) {
      options.signal?.throwIfAborted();
      const outcome = await moveRow(services, one, { actor, batchId });
      if (outcome === "unchanged") unchanged += 1;
      else if ("rental" in outcome) rentals.push(outcome.rental);
      else refused.push({ row: one.row, troubles: [withMessage(outcome.error)] });
      options.onProgress?.("writing", index + 1, planned.length);
    }
  } finally {
    // After a stop half way, the rentals that are already in can be seen and undone.
    if (batchId) await endBatch(services, { id: batchId, actor, fileName, counts: counts() });
  }
  const inOrder = refused.toSorted((a, b) => a.row - b.row);
  return {
    dryRun: isDryRun,
    ...counts(),
    errorDetails: inOrder.map(({ row, troubles }) => rowReason(language, row, troubles)),
    faults: inOrder
      .slice(0, mostErrorsReported)
      .flatMap(({ row, troubles }) => troubles.map(({ message: _message, ...rest }) => ({ row, ...rest }))),
    unknownColumns: unknown,
    rentals: rentals.slice(0, mostShown),
    ...(batchId && rentals.length > 0 && { batchId }),
  };
}

/** Reads and plans every row; here two rentals of one car over the same days are found. */
async function readFile(services: RentalImportServices, path: string, { onProgress, signal }: MoveInOptions) {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  const { header, unknown, rows } = await openRows(path, readRentalHeader, (done) =>
    onProgress?.("checking", done, size),
  );
  const planned: PlannedRow[] = [];
  const byPlate = new Map<string, PlannedRow[]>();
  const refused: RefusedRow[] = [];
  let processed = 0;
  for await (const { row, ...line } of rows) {
    signal?.throwIfAborted();
    if (++processed > mostRows)
      throw new UnreadableFile(`The file has more than ${mostRows} rows.`, "too_many_rows", {
        most: mostRows,
      });
    const read = "trouble" in line ? { errors: [line.trouble] } : readRental(header, line.cells);
    if ("errors" in read) {
      refused.push({ row, troubles: [...read.errors] });
      continue;
    }
    const { rental: booked } = read;
    const plan = planRental(booked, today(services), services.now());
    if ("errors" in plan) {
      refused.push({ row, troubles: plan.errors.map(withMessage) });
      continue;
    }
    const plate = plainPlate(booked.plateNumber);
    const ofCar = byPlate.get(plate) ?? [];
    const other = ofCar.find((one) => sharesDays(one.booked, booked));
    if (other)
      refused.push({ row, troubles: [withMessage({ code: "same_days", values: { first: other.row } })] });
    else {
      const good = { row, booked, rental: plan.rental };
      planned.push(good);
      ofCar.push(good);
      byPlate.set(plate, ofCar);
    }
  }
  return { processed, planned, refused, unknown };
}

const sharesDays = (one: FormerRental, other: FormerRental): boolean =>
  one.pickupDate <= other.returnDate && other.pickupDate <= one.returnDate;

const beginBatch = (
  { database, now }: RentalImportServices,
  actor: string,
  fileName: string,
): Promise<string> => database.transaction((tx) => writeBatch(tx, { actor, fileName, at: new Date(now()) }));

type EndedBatch = {
  id: string;
  actor: string;
  fileName: string;
  counts: Pick<RentalsImported, "processed" | "added" | "unchanged" | "errors">;
};

/** Notes an import's result; a file that added nothing leaves no import. */
const endBatch = (
  { database }: RentalImportServices,
  { id, actor, fileName, counts }: EndedBatch,
): Promise<void> =>
  database.transaction(async (tx) => {
    if (counts.added === 0) return void (await tx.delete(rentalImports).where(eq(rentalImports.id, id)));
    await tx.update(rentalImports).set(counts).where(eq(rentalImports.id, id));
    await audit(tx, {
      actor,
      entity: "import",
      entityId: id,
      action: "rentals_moved_in",
      after: { file: fileName, added: counts.added },
    });
  });
