import type { FastifyInstance } from "fastify";
import { invalidField, Refusal } from "#contract/errors.ts";
import { type Reconciliation, reconcileByApi, reconcileFile } from "#contract/admin/reconciliation.ts";
import { largestTable } from "#domain/file-limits.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import type { ProviderName } from "#domain/payments/providers.ts";
import {
  type MatchStatus,
  matchStatuses,
  mostReconciledDays,
  reconcile,
  sumsOf,
} from "#domain/payments/reconciliation.ts";
import { refuseUnreadable } from "#server/files/read-csv.ts";
import { forEachPart } from "#server/http/multipart-parts.ts";
import { serve } from "#server/http/serve.ts";
import { withUploaded } from "#server/http/upload-files.ts";
import type { Services } from "#server/services.ts";
import { type ReportRead, readReport } from "./read-report.ts";
import { findOurLines } from "./reconciliation-queries.ts";

/** Rows of each status that are answered. */
const mostRows = 500;

type ReportPeriod = { provider: ProviderName; from: IsoDate; to: IsoDate };

/** Providers' reports beside our own books. */
export function reconciliationRoutes(app: FastifyInstance, services: Services): void {
  serve(app, reconcileByApi, async ({ query }) => {
    checkRange(query);
    const provider = services.providers.get(query.provider);
    if (!provider)
      throw new Refusal(
        "provider_unavailable",
        "This provider is not set up here. Choose its report as a file.",
      );
    const lines = await provider.report(query).catch((error: unknown) => {
      const name = error instanceof Error ? error.name : "";
      if (name === "ReportTooLong") throw invalidField("from", "leaves too many lines: choose fewer days");
      services.log.warn({ failure: name, provider: query.provider }, "a provider gave no report");
      throw new Refusal(
        "provider_unavailable",
        "The provider has no report available right now. Please try again.",
      );
    });
    return compare(services, query, { lines, errors: [], errorCount: 0 });
  });

  serve(
    app,
    reconcileFile,
    async ({ query, request }) => {
      checkRange(query);
      let read: ReportRead | undefined;
      const limits = { fileSize: largestTable, files: 1 };
      await forEachPart(
        request,
        async (part) => {
          if (part.type !== "file") return;
          if (part.fieldname !== "file") return void part.file.resume();
          read = await withUploaded(services.config.dataDir, part, (path) =>
            readReport(path, services.reportFormats(query.provider)).catch(refuseUnreadable),
          );
        },
        limits,
      );
      if (!read)
        throw new Refusal("file_refused", "Please select a CSV file to upload", { file: { code: "none" } });
      return compare(services, query, read);
    },
    { isUpload: true },
  );
}

function checkRange({ from, to }: ReportPeriod): void {
  if (to < from) throw invalidField("to", "must not be before from");
  if (to > addDays(from, mostReconciledDays - 1))
    throw invalidField("to", `must be within ${mostReconciledDays} days of from`);
}

async function compare(
  { database }: Services,
  asked: ReportPeriod,
  read: ReportRead,
): Promise<Reconciliation> {
  const refs = [...new Set(read.lines.map(({ ref }) => ref))];
  const abouts = [
    ...new Set(read.lines.flatMap(({ kind, about }) => (kind === "dispute" && about ? about : []))),
  ];
  const rows = reconcile(read.lines, await findOurLines(database, { ...asked, refs, abouts }), asked);
  const sums = Object.entries(sumsOf(rows)).map(([status, { count, amount }]) => [
    status,
    { count, amount: wireMoney(amount) },
  ]);
  const first = matchStatuses.flatMap((status) =>
    rows.filter((row) => row.status === status).slice(0, mostRows),
  );
  const { provider, from, to } = asked;
  return {
    provider,
    from,
    to,
    sums: Object.fromEntries(sums) as Record<MatchStatus, { count: number; amount: string }>,
    rows: first.map(({ theirs, ours, fee, ...row }) => ({
      ...row,
      theirs: theirs === null ? null : wireMoney(theirs),
      ours: ours === null ? null : wireMoney(ours),
      fee: wireMoney(fee),
    })),
    errors: read.errors,
    errorCount: read.errorCount,
  };
}
