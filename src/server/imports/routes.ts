import type { FastifyInstance } from "fastify";
import { FleetFilters } from "#contract/admin/cars.ts";
import { Refusal } from "#contract/errors.ts";
import {
  type CarsImported,
  deleteImport as deleteImportEndpoint,
  getUploadProgress,
  listImports,
  undoImport as undoImportEndpoint,
  uploadCsv,
} from "#contract/admin/imports.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { abortSignalOf } from "#server/http/abort-signal.ts";
import { forEachPart, shownFileName } from "#server/http/multipart-parts.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { withUploaded } from "#server/http/upload-files.ts";
import { noteProgress, readProgress } from "#server/http/upload-progress.ts";
import { exportCars } from "./export-cars.ts";
import { importCars, type ImportReport } from "./import-cars.ts";
import { latestImports } from "./queries.ts";
import { deleteImport, undoImport } from "./undo-import.ts";
import { refuseUnreadable } from "#server/files/read-csv.ts";

const largestCsv = 400 * 1024 * 1024;

/** Files of cars. */
export function importRoutes(app: FastifyInstance, services: Services): void {
  const { config, database } = services;

  serve(
    app,
    uploadCsv,
    async ({ query, signedIn, request, reply }) => {
      const actor = signedIn.account.id;
      const isDryRun = query.dryRun === "true";
      const { note, over } = noteProgress(database, query.uploadId, actor);
      let report: ImportReport | undefined;
      try {
        const limits = { fileSize: largestCsv, files: 1 };
        await forEachPart(
          request,
          async (part) => {
            if (part.type !== "file") return;
            // What nobody reads would hold up the parts after it.
            if (part.fieldname !== "file") return void part.file.resume();
            if (!isCsv(part.filename, part.mimetype))
              throw new Refusal("file_refused", "Please select a CSV file", { file: { code: "wrong_type" } });
            const fileName = shownFileName(part.filename);
            const onProgress = (phase: "checking" | "writing", done: number, total: number) =>
              note({ phase, done, total });
            report = await withUploaded(config.dataDir, part, (path) =>
              importCars(services, path, {
                actor,
                fileName,
                isDryRun,
                language: readerLanguage(request),
                onProgress,
                signal: abortSignalOf(reply),
              }).catch(refuseUnreadable),
            );
          },
          limits,
        );
      } finally {
        await over();
      }
      if (!report)
        throw new Refusal("file_refused", "Please select a CSV file to upload", { file: { code: "none" } });
      return presentReport(report, isDryRun);
    },
    { isUpload: true },
  );

  serve(app, listImports, () => latestImports(database));
  serve(app, undoImportEndpoint, ({ params, signedIn }) =>
    undoImport(services, params.id, signedIn.account.id),
  );
  serve(app, deleteImportEndpoint, ({ params, signedIn }) =>
    deleteImport(services, params.id, signedIn.account.id),
  );
  serveCsv(app, services, {
    url: "/api/admin/cars/export.csv",
    access: ["manage_cars", "upload_data"],
    name: "cars",
    rows(request) {
      const filters = FleetFilters.safeParse(request.query);
      if (!filters.success) throw new Refusal("malformed", "These filters aren't valid for cars.");
      return exportCars(services, filters.data);
    },
  });
  serve(app, getUploadProgress, ({ params, signedIn }) =>
    readProgress(database, params.id, signedIn.account.id),
  );
}

/** Browsers on Windows call a CSV file an Excel file, or nothing at all: then its name decides. */
function isCsv(name: string | undefined, type: string): boolean {
  if (type === "text/csv") return true;
  return (
    /\.csv$/i.test(name ?? "") &&
    /^(application\/(vnd\.ms-excel|csv|octet-stream)|text\/(plain|x-csv|comma-separated-values))?$/i.test(
      type,
    )
  );
}

function presentReport({ preview = [], ...report }: ImportReport, dryRun: boolean): CarsImported {
  const { processed, added, updated, errors } = report;
  const rows = processed === 1 ? "1 row" : `${processed} rows`;
  const message = dryRun
    ? `${rows}: ${added} would be added, ${updated} updated, ${errors} left out. Nothing is written yet.`
    : `${rows}: ${added} added, ${updated} updated, ${errors} left out.`;
  return { message, dryRun, ...report, preview };
}
