import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { getStatementOfHost } from "#contract/host/money-for-admins.ts";
import {
  getHostStatement,
  getHostYear,
  type HostStatementShown,
  listHostStatements,
} from "#contract/host/statements.ts";
import { Refusal } from "#contract/errors.ts";
import type { LegalParty } from "#domain/documents/parties.ts";
import type { Sheet } from "#domain/documents/sheet.ts";
import type { Language } from "#domain/languages.ts";
import type { HostStatement } from "#domain/payouts/statements.ts";
import { hostYearFile } from "#domain/saved-tables.ts";
import { readWritten } from "#server/business-settings.ts";
import type { Config } from "#server/config.ts";
import { sendCsv } from "#server/http/csv-download.ts";
import { privateFile } from "#server/http/private-file.ts";
import { serve } from "#server/http/serve.ts";
import { hostLanguage } from "#server/mail/host-reader.ts";
import { type Services, today } from "#server/services.ts";
import { drawSheet } from "#server/documents/pdf/draw-sheet.ts";
import { presentStatement, presentSummary, presentYear } from "./present.ts";
import { findHostStatement, findHostStatements, findHostYear } from "./queries.ts";
import { hostStatementCsv, hostStatementSheet } from "./statement-sheet.ts";
import { hostYearCsv, hostYearSheet } from "./year-sheet.ts";

/** The business of a statement. Old statements don't store it: only the environment named it at that time. */
const issuerOf = ({ business }: HostStatement, { written, demo }: Config): LegalParty =>
  business ?? readWritten(written, demo).business.legal;

type StatementAsked = {
  hostId: string;
  month: string;
  format?: "csv" | "pdf" | undefined;
  language?: Language | undefined;
};

/** Statements by month and year for their host, and by month for administrators who manage payments. */
export function hostStatementRoutes(app: FastifyInstance, services: Services): void {
  const { database, config } = services;

  serve(app, listHostStatements, async ({ signedIn: { account } }) =>
    (await findHostStatements(database.db, account.id)).map(presentSummary),
  );

  const sendPdf = async (reply: FastifyReply, sheet: Sheet, name: string, at: Date) =>
    reply
      .type("application/pdf")
      .headers({ ...privateFile, "content-disposition": `attachment; filename="${name}.pdf"` })
      .send(await drawSheet(sheet, at));

  const answerStatement = async (
    reply: FastifyReply,
    { hostId, month, ...query }: StatementAsked,
  ): Promise<HostStatementShown | FastifyReply> => {
    const found = await findHostStatement(database.db, hostId, month);
    if (!found) throw new Refusal("document_not_found", "There is no statement of this month.");
    const { statement, number } = found;
    const language = query.language ?? found.language;
    if (query.format === "csv")
      return sendCsv(reply, {
        file: `${number}.csv`,
        source: Readable.from([hostStatementCsv(statement, language)]),
      });
    if (query.format === "pdf") {
      const sheet = hostStatementSheet(statement, issuerOf(statement, config), language);
      return sendPdf(reply, sheet, number, found.issuedAt);
    }
    return presentStatement(found);
  };

  serve(app, getHostStatement, ({ params: { month }, query, signedIn, reply }) =>
    answerStatement(reply, { hostId: signedIn.account.id, month, ...query }),
  );

  serve(app, getStatementOfHost, ({ params: { id, month }, query, reply }) =>
    answerStatement(reply, { hostId: id, month, ...query }),
  );

  serve(app, getHostYear, async ({ params: { year }, query, signedIn: { account }, reply }) => {
    const sums = await findHostYear(database, account.id, year);
    const language = query.language ?? (await hostLanguage(database.db, account.id));
    const name = hostYearFile(year);
    if (query.format === "csv")
      return sendCsv(reply, { file: `${name}.csv`, source: Readable.from([hostYearCsv(sums, language)]) });
    if (query.format === "pdf") {
      const { legal } = config.business;
      const whole = { year, host: account.fullName, on: today(services), sums };
      return sendPdf(reply, hostYearSheet(whole, legal, language), name, new Date(services.now()));
    }
    return presentYear(year, sums);
  });
}
