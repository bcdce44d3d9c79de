import { largestTable } from "#domain/file-limits.ts";
import type { FastifyInstance } from "fastify";
import {
  type AdminPayout,
  cancelPayout,
  clearPayoutFlag,
  getBankList,
  listHeldHosts,
  listPayouts,
  type PaidFileReport,
  recordPayoutFailed,
  recordPayoutPaid,
  setPayoutHold,
  uploadPaidFile,
} from "#contract/admin/payouts.ts";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { tableFile } from "#domain/saved-tables.ts";
import { refuseUnreadable } from "#server/files/read-csv.ts";
import { sendCsv } from "#server/http/csv-download.ts";
import { forEachPart } from "#server/http/multipart-parts.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { serve } from "#server/http/serve.ts";
import { withUploaded } from "#server/http/upload-files.ts";
import { type Services, today } from "#server/services.ts";
import { bankFile, bankListState } from "./bank-file.ts";
import { clearFlag, setHold } from "./holds.ts";
import { movePayout, type PayoutMove } from "./move-payout.ts";
import { presentHeldHost, presentPayout } from "./present.ts";
import { findHeldHosts, findPayout, findPayouts } from "./queries.ts";
import { recordPaidFile } from "./read-paid-file.ts";

/** The routes of payouts, for administrators who manage payments. */
export function payoutAdminRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  serve(app, listPayouts, async ({ query, signedIn, request, reply }) => {
    const { status, host, limit = usualPage, cursor, format, again } = query;
    if (format === "csv") {
      // A payout in the bank's list is fixed: a later change of bank details does not replace it.
      await app.authorise(request, { access: listPayouts.access, effect: "write", needsFreshSignIn: true });
      const source = await bankFile(services, { by: signedIn.account.id, isAgain: again === "true" });
      return sendCsv(reply, { file: tableFile("payouts", today(services)), hasMark: false, source });
    }
    const { found, total } = await findPayouts(database, { hostId: host, status }, { limit, cursor });
    setPageHeaders(reply, { path: listPayouts.path, total, limit, found, filters: { status, host } });
    return found.map(presentPayout);
  });

  serve(app, getBankList, () => bankListState(database));

  serve(app, recordPayoutPaid, ({ params, body, signedIn }) =>
    move(params.id, { to: "paid", ...body, by: signedIn.account.id }),
  );
  serve(app, recordPayoutFailed, ({ params, body, signedIn }) =>
    move(params.id, { to: "failed", ...body, by: signedIn.account.id }),
  );
  serve(app, cancelPayout, ({ params, body, signedIn }) =>
    move(params.id, { to: "cancelled", ...body, by: signedIn.account.id }),
  );

  serve(
    app,
    uploadPaidFile,
    async ({ request, signedIn }) => {
      let report: PaidFileReport | undefined;
      await forEachPart(
        request,
        async (part) => {
          if (part.type !== "file") return;
          if (part.fieldname !== "file") return void part.file.resume();
          report = await withUploaded(services.config.dataDir, part, (path) =>
            recordPaidFile(services, path, signedIn.account.id).catch(refuseUnreadable),
          );
        },
        { fileSize: largestTable, files: 1 },
      );
      if (!report)
        throw new Refusal("file_refused", "Please select a CSV file to upload", { file: { code: "none" } });
      return report;
    },
    { isUpload: true },
  );

  serve(app, listHeldHosts, heldHosts);
  serve(app, setPayoutHold, async ({ params, body, signedIn }) => {
    await setHold(services, { hostId: params.id, reason: body.reason, by: signedIn.account.id });
    return heldHosts();
  });
  serve(app, clearPayoutFlag, async ({ params, body, signedIn }) => {
    const { id: orderId, kind } = params;
    await clearFlag(services, { orderId, kind, reason: body.reason, by: signedIn.account.id });
    return heldHosts();
  });

  async function heldHosts() {
    return (await findHeldHosts(services)).map(presentHeldHost);
  }

  async function move(id: string, to: PayoutMove): Promise<AdminPayout> {
    await movePayout(services, id, to);
    const moved = await findPayout(database, id);
    if (!moved) throw notFound("payout_not_found");
    return presentPayout(moved);
  }
}
