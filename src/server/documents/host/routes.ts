import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { getHostStatement, getHostYear, listHostStatements } from "#contract/host/statements.ts";
import { Refusal } from "#contract/errors.ts";
import { sendCsv } from "#server/http/csv-download.ts";
import { privateFile } from "#server/http/private-file.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { drawSheet } from "#server/documents/pdf/draw-sheet.ts";
import { presentStatement, presentSummary, presentYear } from "./present.ts";
import { findHostStatement, findHostStatements, findHostYear } from "./queries.ts";
import { hostStatementCsv, hostStatementSheet } from "./statement-sheet.ts";

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
          await drawSheet(hostStatementSheet(statement, config.business.legal, language), found.issuedAt),
        );
    return presentStatement(found);
  });

  serve(app, getHostYear, async ({ params: { year }, signedIn: { account } }) =>
    presentYear(year, await findHostYear(database, account.id, year)),
  );
}
