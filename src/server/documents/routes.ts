import type { FastifyInstance } from "fastify";
import {
  acceptAgreement as acceptCall,
  getAgreement,
  issueStatement as statementCall,
  listOrderDocuments,
} from "#contract/documents.ts";
import { Refusal } from "#contract/errors.ts";
import { isDocumentNumber } from "#domain/documents/documents.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { refuseOver } from "#server/http/limits.ts";
import { privateFile } from "#server/http/private-file.ts";
import { serve } from "#server/http/serve.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { issueStatement } from "./statement.ts";
import { acceptAgreement, agreementOf } from "./agreement.ts";
import { issueMissing } from "./issue.ts";
import { pdfOf, printDocuments } from "./print.ts";
import { documentsOf, findOrderDocument } from "./queries.ts";
import { unlessUnprintable } from "./unprintable.ts";

const mostOpenedAnHour = 300;

/** Agreement, invoices and receipts of orders. */
export function orderDocumentRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listOrderDocuments, async ({ owned: { id } }) => {
    await unlessUnprintable(issueMissing(services, id));
    await printDocuments(services, id);
    return documentsOf(db, id);
  });

  serve(app, statementCall, async ({ owned: { id } }) => {
    const number = await issueStatement(services, id);
    await printDocuments(services, id);
    const statement = (await documentsOf(db, id)).find((document) => document.number === number);
    if (!statement) throw new Error(`Statement ${number} was not kept`);
    return statement;
  });

  serve(app, getAgreement, async ({ owned }) => {
    return agreementOf(services, await loadOrder(db, owned.id), owned.accountId);
  });

  serve(app, acceptCall, async ({ body, owned, signedIn }) =>
    acceptAgreement(services, await loadOrder(db, owned.id), {
      ...body,
      address: body.address ?? "",
      accountId: signedIn.account.id,
    }),
  );

  app.get<{ Params: { id: string; number: string }; Querystring: { key?: unknown } }>(
    "/api/orders/:id/documents/:number",
    { schema: { hide: true } },
    async (request, reply) => {
      const { id } = await app.own(request, listOrderDocuments.owns);
      const { number } = request.params;
      const document = isDocumentNumber(number) ? await findOrderDocument(db, id, number) : undefined;
      if (!document) throw new Refusal("document_not_found", "There is no such document.");
      await refuseOver(
        services,
        [{ key: `documents of order ${id.toLowerCase()}`, most: mostOpenedAnHour, seconds: secondsIn(hour) }],
        "This order's documents have been opened too many times in the last hour. Please try again later.",
      );
      return reply
        .type("application/pdf")
        .headers({ ...privateFile, "content-disposition": `attachment; filename="${number}.pdf"` })
        .send(await pdfOf(services, document));
    },
  );
}
