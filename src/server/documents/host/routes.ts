import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { getHostStatement, getHostYear, listHostStatements } from "#contract/host/statements.ts";
import { Refusal } from "#contract/errors.ts";
import type { LegalParty } from "#domain/documents/parties.ts";
import type { HostStatement } from "#domain/payouts/statements.ts";
import { readWritten } from "#server/business-settings.ts";
import type { Config } from "#server/config.ts";
import { sendCsv } from "#server/http/csv-download.ts";
import { privateFile } from "#server/http/private-file.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { drawSheet } from "#server/documents/pdf/draw-sheet.ts";
import { presentStatement, presentSummary, presentYear } from "./present.ts";
import { findHostStatement, findHostStatements, findHostYear } from "./queries.ts";
import { hostStatementCsv, hostStatementSheet } from "./statement-sheet.ts";

/** Of statements that don't keep it, the business as the environment names it: there was no other word when they were issued. */
const issuerOf = ({ business }: HostStatement, { written, demo }: Config): LegalParty =>
  business ?? readWritten(written, demo).business.legal;

/** A host's own statements, by month and by year. */
export function hostStatementRoutes(app: FastifyInstance, services: Services): void {
  const { database, config } = services;

  serve(app, listHostStatements, async ({ signedIn: { account } }) =>
    (await findHostStatements(database.db, account.id)).map(presentSummary),
  );

  serve(app, getHostStatement, async ({ params: { month }, query: { format }, signedIn, reply }) => {
    const found = await findHostStatement(database.db, signedIn.account.id, month);
    if (!found) throw new Refusal("document_not_found", "There is no statement of this month.");
    const { statement, language, number } = found;
    if (format === "csv")
      return sendCsv(services, reply, {
        name: number,
        source: Readable.from([hostStatementCsv(statement, language)]),
      });
    if (format === "pdf")
      return reply
        .type("application/pdf")
        .headers({ ...privateFile, "content-disposition": `attachment; filename="${number}.pdf"` })
        .send(
          await drawSheet(
            hostStatementSheet(statement, issuerOf(statement, config), language),
            found.issuedAt,
          ),
        );
    return presentStatement(found);
  });

  serve(app, getHostYear, async ({ params: { year }, signedIn: { account } }) =>
    presentYear(year, await findHostYear(database, account.id, year)),
  );
}
