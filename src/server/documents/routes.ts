import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  acceptAgreement as acceptCall,
  getAgreement,
  issueStatement as statementCall,
  listOrderDocuments,
} from "#contract/documents.ts";
import { Refusal } from "#contract/errors.ts";
import { isDocumentNumber } from "#domain/documents/documents.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import { refuseOver } from "#server/http/limits.ts";
import { privateFile } from "#server/http/private-file.ts";
import { serve } from "#server/http/serve.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { loadOrder, loadOwnOrder } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { issueStatement } from "./statement.ts";
import { acceptAgreement, agreementOf } from "./agreement.ts";
import { issueMissing } from "./issue.ts";
import { pdfOf, printDocuments } from "./print.ts";
import { documentsOf, findOrderDocument } from "./queries.ts";

const hour = 3600;
const mostOpenedAnHour = 300;

/** Agreement, invoices and receipts of orders. */
export function orderDocumentRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listOrderDocuments, async ({ params, query, request, reply }) => {
    reply.header("cache-control", "no-store");
    const order = await visibleOrder(services, request, params.id, query.key);
    await issueMissing(services, order.id);
    await printDocuments(services, order.id);
    return documentsOf(db, order.id);
  });

  serve(app, statementCall, async ({ params, query, request, reply }) => {
    reply.header("cache-control", "no-store");
    const order = await visibleOrder(services, request, params.id, query.key);
    const number = await issueStatement(services, order.id);
    await printDocuments(services, order.id);
    const statement = (await documentsOf(db, order.id)).find((document) => document.number === number);
    if (!statement) throw new Error(`Statement ${number} was not kept`);
    return statement;
  });

  serve(app, getAgreement, async ({ params, signedIn, reply }) => {
    reply.header("cache-control", "no-store");
    const { id, role } = signedIn.account;
    const order =
      role === "admin"
        ? await loadOrder(db, params.id)
        : await loadOwnOrder(db, params.id, { key: undefined, accountId: id });
    return agreementOf(db, order);
  });

  serve(app, acceptCall, async ({ params, body, signedIn }) => {
    const accountId = signedIn.account.id;
    const order = await loadOwnOrder(db, params.id, { key: undefined, accountId });
    return acceptAgreement(services, order, { ...body, accountId });
  });

  app.get<{ Params: { id: string; number: string }; Querystring: { key?: unknown } }>(
    "/api/orders/:id/documents/:number",
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, number } = request.params;
      const { key } = request.query;
      const order = await visibleOrder(services, request, id, typeof key === "string" ? key : undefined);
      const document = isDocumentNumber(number) ? await findOrderDocument(db, order.id, number) : undefined;
      if (!document) throw new Refusal("document_not_found", "There is no such document.");
      await refuseOver(
        services,
        [{ key: `documents of order ${order.id}`, most: mostOpenedAnHour, seconds: hour }],
        "This order's documents have been opened too many times in the last hour. Please try again later.",
      );
      return reply
        .type("application/pdf")
        .headers({ ...privateFile, "content-disposition": `attachment; filename="${number}.pdf"` })
        .send(await pdfOf(services, document));
    },
  );
}

/** An order for its owner, for whoever has its key, and for administrators; for anybody else there is none. */
async function visibleOrder(
  services: Services,
  request: FastifyRequest,
  id: string,
  key: string | undefined,
): Promise<OrderRow> {
  const account = await wholeAccountOf(services, request);
  if (account?.role === "admin") return loadOrder(services.database.db, id);
  return loadOwnOrder(services.database.db, id, { key, accountId: account?.id });
}
