import { largestTable } from "#domain/file-limits.ts";
import { desc } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  listRentalImports,
  type RentalsImported,
  undoRentalImport,
  uploadRentals,
} from "#contract/admin/imports.ts";
import { rentalImports } from "#server/db/schema/imports.ts";
import { readerLanguage } from "#server/http/visitor-language.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { takeCsv } from "#server/imports/take-csv.ts";
import { moveRentalsIn } from "./move-in.ts";
import { undoMoveIn } from "./undo.ts";

const mostListed = 20;

/** The routes for rentals that already run in other books. */
export function movingInRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    uploadRentals,
    async (call) => {
      const isDryRun = call.query.dryRun === "true";
      const report = await takeCsv(services, { ...call, largest: largestTable }, (path, options) =>
        moveRentalsIn(services, path, { ...options, isDryRun, language: readerLanguage(call.request) }),
      );
      return { message: messageOf(report), ...report };
    },
    { isUpload: true },
  );
  serve(app, listRentalImports, async () => {
    const found = await services.database.db
      .select()
      .from(rentalImports)
      .orderBy(desc(rentalImports.createdAt), desc(rentalImports.id))
      .limit(mostListed);
    return found.map(({ id, fileName, added, createdAt, undoneAt }) => ({
      id,
      fileName,
      added,
      createdAt: createdAt.toISOString(),
      undoneAt: undoneAt?.toISOString() ?? null,
    }));
  });
  serve(app, undoRentalImport, ({ params, signedIn }) =>
    undoMoveIn(services, params.id, signedIn.account.id),
  );
}

function messageOf({ dryRun, processed, added, errors }: Omit<RentalsImported, "message">): string {
  const rows = processed === 1 ? "1 row" : `${processed} rows`;
  return dryRun
    ? `${rows}: ${added} would be moved in, ${errors} left out. Nothing is written yet.`
    : `${rows}: ${added} moved in, ${errors} left out.`;
}
