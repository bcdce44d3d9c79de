import { inShortPieces } from "#server/db/short-pieces.ts";
import { stat } from "node:fs/promises";
import { type CsvCar, type OptionalColumn, readCar, readHeader } from "#domain/cars/csv/car-csv.ts";
import type { UnknownColumn } from "#domain/csv/header.ts";
import { Refusal } from "#contract/errors.ts";
import type { ImportPreview, RowError } from "#contract/admin/imports.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import type { Session } from "#server/db/open-database.ts";
import { type Services, today } from "#server/services.ts";
import { UnreadableFile } from "#server/files/read-csv.ts";
import { type TellHost, tellOfCars } from "#server/cars/host/tell-host.ts";
import { pauseWithoutPhotos } from "#server/cars/host/pause-cars.ts";
import { type CheckedFile, type Counts, match } from "./match-rows.ts";
import { type FileRow, openRows } from "./open-rows.ts";
import { rowReason, type RowProblem } from "./row-reasons.ts";
import * as sql from "./stage.ts";

/**
 * The result of an import, or of a dry run. `errorDetails` names every bad row by a spreadsheet's number, with the
 * column and the reason, in the reader's language.
 */
export type ImportReport = {
  processed: number;
  added: number;
  updated: number;
  hosted: number;
  paused: number;
  keptOffers: number;
  unchanged: number;
  errors: number;
  errorDetails: string[];
  /** The first of them, for pages in any language. */
  faults: RowError[];
  /** Columns that no car has: their content is ignored. */
  unknownColumns: UnknownColumn[];
  /** The import that holds the rows' cars; undefined if nothing was written. */
  batchId?: string;
  /** The first changes of a dry run. */
  preview?: ImportPreview[];
};

export type ImportOptions = {
  actor: string;
  fileName: string;
  /** Checks the file, and writes nothing. */
  isDryRun?: boolean;
  /** The language of `errorDetails`; English by default. */
  language?: Language;
  /** The bytes that are checked, and all bytes of the file; then the phase of writing. */
  onProgress?: (phase: "checking" | "writing", done: number, total: number) => void;
  signal?: AbortSignal;
};

const mostRows = 1_000_000;
const mostPreviewed = 200;
const mostErrorsReported = 100;
const importLock = 72_057_593;

type CarImportServices = Pick<Services, "database" | "carFacts" | "now"> & TellHost;
type GoodRow = { row: number; car: CsvCar; kept: OptionalColumn[] };

/**
 * Loads a CSV file of cars: every row is checked, and the good rows are written in one transaction, even if others
 * are bad. Importing a file again adds nothing. One import at a time. Throws UnreadableFile without a readable
 * header.
 */
export async function importCars(
  services: CarImportServices,
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = await services.database.session(async (session) => {
    await waitForTurn(session);
    await session.query(sql.createStaged);
    try {
      const checked = await stageRows(session, services, path, options);
      options.onProgress?.("writing", 0, checked.processed);
      return options.isDryRun
        ? await preview(session, checked, options)
        : await merge(session, services, checked, options);
    } finally {
      await session.query("drop table if exists staged, changes").catch(() => undefined);
    }
  });
  if (report.batchId) await services.carFacts.changed();
  return report;
}

/**
 * Two imports at once, or an import during an undo, would each take the other's new cars for missing. The lock is
 * held until the session ends.
 */
export async function waitForTurn({ query }: Session): Promise<void> {
  await query("set lock_timeout = '10s'");
  try {
    await query("select pg_advisory_lock($1)", [importLock]);
  } catch {
    throw new Refusal("import_under_way", "Another import is running. Please try again when it's done.");
  }
}

/** Streams the good rows into the session's table, and collects the errors of the bad rows. */
async function stageRows(
  session: Session,
  services: CarImportServices,
  path: string,
  { onProgress, signal, language = defaultLanguage }: ImportOptions,
): Promise<CheckedFile> {
  const date = today(services);
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  const { header, unknown, rows } = await openRows(path, readHeader, (done) =>
    onProgress?.("checking", done, size),
  );
  const checked: CheckedFile = { processed: 0, errors: [], given: [], keepsSome: false, language, unknown };

  const refuse = (row: number, troubles: readonly RowProblem[]) =>
    checked.errors.push({
      row,
      detail: rowReason(language, row, troubles),
      errors:
        checked.errors.length < mostErrorsReported
          ? troubles.map(({ message: _message, ...rowError }) => rowError)
          : [],
    });
  const read = ({ row, ...line }: FileRow): GoodRow | undefined => {
    if (++checked.processed > mostRows)
      throw new UnreadableFile(`The file has more than ${mostRows} rows.`, "too_many_rows", {
        most: mostRows,
      });
    const found = "trouble" in line ? { errors: [line.trouble] } : readCar(header, line.cells, date);
    if ("car" in found) {
      checked.keepsSome ||= found.kept.some((column) => column !== "bodyStyle");
      return { row, ...found };
    }
    refuse(row, found.errors);
    return undefined;
  };
  const nextCar = async () => {
    for (let line = await rows.next(); !line.done; line = await rows.next()) {
      signal?.throwIfAborted();
      const good = read(line.value);
      if (good) return good;
    }
    return undefined;
  };

  const firstGood = await nextCar();
  if (!firstGood) return checked;
  const given = sql.givenFields(firstGood.car);
  async function* lines() {
    for (let good = firstGood; good; good = await nextCar()) yield sql.stagedLine(good.row, good, given);
  }
  await session.copyIn("staged", sql.stagedColumns(given), lines());
  return Object.assign(checked, { given });
}

const merge = (
  session: Session,
  services: CarImportServices,
  checked: CheckedFile,
  { actor, fileName }: ImportOptions,
): Promise<ImportReport> =>
  session.transaction(async (query, tx) => {
    const counts = await match(query, checked, { actor, isLocking: true });
    const report = reportOf(checked, counts);
    const batchId = crypto.randomUUID();
    const { processed, added, updated, unchanged, errors } = report;
    if (added || updated) await query(sql.auditImport, [actor, batchId, fileName, added, updated]);
    await query(sql.insertBatch, [batchId, fileName, actor, processed, added, updated, unchanged, errors]);
    await tellOfCars(services, tx, "given", await query(sql.findGiven));
    const bare = report.paused ? await query<{ id: string }>(sql.findLeftBare) : [];
    // Last, because from here on other writers of cars must wait.
    const writes = [
      ...(updated ? [sql.updateChanged(checked.given)] : []),
      ...(added ? [sql.insertHosted, sql.insertNew(checked.given)] : []),
    ];
    const [{ last = 0 } = {}] = await query<{ last: number }>(
      "select coalesce(max(row), 0) as last from staged",
    );
    for (const write of writes)
      await inShortPieces(services.database, last, (from, until) => query(write, [from + 1, until]));
    // The undo of this import takes an audit event with its reason for its own.
    const paused = await pauseWithoutPhotos(
      tx,
      bare.map(({ id }) => id),
      { by: actor, reason: `import ${batchId}` },
    );
    await tellOfCars(services, tx, "photos_removed", paused);
    return { ...report, batchId };
  });

async function preview(
  session: Session,
  checked: CheckedFile,
  { actor }: ImportOptions,
): Promise<ImportReport> {
  return session.transaction(async (query) => {
    const counts = await match(query, checked, { actor, isLocking: false });
    const rows = await query<{
      row: number;
      name: string;
      year: number;
      city: string;
      isNew: boolean;
      before: Values;
      after: Values;
    }>(
      `select staged.row, name, year, city, is_new as "isNew", before, after from staged left join changes on changes.row = staged.row
       where is_new or changes.row is not null order by staged.row limit ${mostPreviewed}`,
    );
    const shown = rows.map(({ isNew, before, after, ...car }): ImportPreview => ({
      ...car,
      what: isNew ? "add" : "update",
      changes: Object.keys(after ?? {})
        .filter((field) => field !== "retiredAt")
        .map((field) => ({
          field,
          before: text(field, before?.[field]),
          after: text(field, after?.[field]),
        })),
    }));
    return { ...reportOf(checked, counts), preview: shown };
  });
}

type Values = Record<string, unknown> | null;

const text = (field: string, value: unknown): string => {
  if (value === null || value === undefined) return "";
  if (field === "monthlyPrice") return (Number(value) / 100).toFixed(2);
  return Array.isArray(value) ? value.join("|") : String(value).slice(0, 200);
};

function reportOf(
  { processed, errors: rowErrors, unknown }: CheckedFile,
  { added, changed, ...counts }: Counts,
): ImportReport {
  const sorted = rowErrors.toSorted((a, b) => a.row - b.row);
  const errorDetails = sorted.map(({ detail }) => detail);
  const reported = sorted
    .slice(0, mostErrorsReported)
    .flatMap(({ row, errors: rowErrors }) => rowErrors.map((rowError) => ({ row, ...rowError })));
  const errors = rowErrors.length;
  return {
    processed,
    added,
    updated: changed,
    ...counts,
    unchanged: processed - errors - added - changed,
    errors,
    errorDetails,
    faults: reported,
    unknownColumns: unknown,
  };
}
