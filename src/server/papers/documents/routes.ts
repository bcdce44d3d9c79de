import type { FastifyInstance } from "fastify";
import { day, hour, secondsIn } from "#domain/durations.ts";
import { type Document, linkDocument, uploadDocument } from "#contract/account/papers.ts";
import { Refusal } from "#contract/errors.ts";
import { audit } from "#server/db/audit.ts";
import { refuseOver } from "#server/http/limits.ts";
import { privateFile } from "#server/http/private-file.ts";
import { requireAccess, serve } from "#server/http/serve.ts";
import type { DocumentRow } from "#server/papers/queries.ts";
import type { Services } from "#server/services.ts";
import { readContent } from "#server/media/sealed/content.ts";
import { checkLink, documentNotFound, linkTo, visibleDocument } from "./links.ts";
import { withReceived } from "./receive.ts";
import { openContent } from "#server/media/sealed/sealing.ts";
import { takeDocument } from "./take-document.ts";
import { documentsPlace } from "./place.ts";

/** Documents that one account may send: enough to try each document several times. */
const mostAnHour = 40;
const mostADay = 120;
/** The most documents that one account may open: each opening is a row in the audit log. */
const mostOpenedAnHour = 1000;

/** Private documents: received, and shown to people who may see them. */
export function documentRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    uploadDocument,
    async ({ request, signedIn }) => {
      const accountId = signedIn.account.id;
      await refuseOver(
        services,
        [
          { key: `documents of ${accountId}`, most: mostAnHour, seconds: secondsIn(hour) },
          { key: `documents of ${accountId} a day`, most: mostADay, seconds: secondsIn(day) },
        ],
        "You have sent many documents lately. Please try again later.",
      );
      return withReceived(services, request, async (sent) =>
        presentDocument(await takeDocument(services, accountId, sent)),
      );
    },
    { isUpload: true },
  );

  serve(app, linkDocument, async ({ params, signedIn }) => {
    const { id } = await visibleDocument(services, params.id, signedIn.account);
    return linkTo(services, id, signedIn.account.id);
  });

  app.get<{ Params: { id: string }; Querystring: { until?: unknown; key?: unknown } }>(
    "/api/account/documents/:id/content",
    { schema: { hide: true }, onRequest: requireAccess(app, { access: "account" }) },
    async (request, reply) => {
      const viewer = (await app.authorise(request, { access: "account" }))?.account;
      if (!viewer) throw documentNotFound();
      checkLink(services, { id: request.params.id, viewerId: viewer.id, ...request.query });
      const document = await visibleDocument(services, request.params.id, viewer);
      await refuseOver(
        services,
        [{ key: `documents opened by ${viewer.id}`, most: mostOpenedAnHour, seconds: secondsIn(hour) }],
        "You have opened many documents in the last hour. Please try again later.",
      );
      const content = await contentOf(services, document);
      await audit(services.database.db, {
        actor: viewer.id,
        entity: "user",
        entityId: document.accountId,
        action: "document_opened",
        after: { document: document.id, kind: document.kind },
      });
      return reply
        .type("image/webp")
        .headers({ ...privateFile, "content-disposition": `attachment; filename="${document.kind}.webp"` })
        .send(content);
    },
  );
}

/** A document's content. A missing one, or one sealed under another key, is logged; the caller gets an error. */
async function contentOf(services: Services, document: DocumentRow): Promise<Buffer> {
  const sealed = await readContent(services, documentsPlace, document.contentId);
  try {
    if (!sealed) throw new Error("It is not in the storage");
    return openContent(services, document.id, sealed);
  } catch (error) {
    services.log.error(
      { document: document.id, error: String(error) },
      "a document can't be opened: is SECRET_KEY what it was sealed under?",
    );
    throw new Refusal("unavailable", "This document can't be opened right now.");
  }
}

export const presentDocument = ({ id, kind, width, height, bytes, createdAt }: DocumentRow): Document => ({
  id,
  kind,
  width,
  height,
  bytes,
  createdAt: createdAt.toISOString(),
});
