import type { FastifyInstance } from "fastify";
import { AdminCarFilters } from "#contract/admin/cars.ts";
import { Refusal } from "#contract/errors.ts";
import {
  type CarsImported,
  deleteImport as deleteImportEndpoint,
  getUploadProgress,
  listImports,
  undoImport as undoImportEndpoint,
  uploadCsv,
} from "#contract/admin/imports.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { serveCsv } from "#server/http/csv-download.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { readProgress } from "#server/http/upload-progress.ts";
import { exportCars } from "./export-cars.ts";
import { importCars, type ImportReport } from "./import-cars.ts";
import { latestImports } from "./queries.ts";
import { takeCsv } from "./take-csv.ts";
import { deleteImport, undoImport } from "./undo-import.ts";

const largestCsv = 400 * 1024 * 1024;

/** The routes for files of cars. */
export function importRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(
    app,
    uploadCsv,
    async (call) => {
      const isDryRun = call.query.dryRun === "true";
      const report = await takeCsv(services, { ...call, largest: largestCsv }, (path, options) =>
        importCars(services, path, { ...options, isDryRun, language: readerLanguage(call.request) }),
      );
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
    file: (on) => tableFile("cars", on),
    rows(request) {
      const filters = AdminCarFilters.safeParse(request.query);
      if (!filters.success) throw new Refusal("malformed", "These filters aren't valid for cars.");
      return exportCars(services, filters.data);
    },
  });
  serve(app, getUploadProgress, ({ params, signedIn }) =>
    readProgress(database, params.id, signedIn.account.id),
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
