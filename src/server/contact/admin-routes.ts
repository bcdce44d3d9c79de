import type { FastifyInstance } from "fastify";
import {
  answerMessage as answerMessageEndpoint,
  closeMessage,
  type ContactMessage,
  listMessages,
} from "#contract/admin/contact.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { setPageHeaders, usualPage } from "#server/http/pagination.ts";
import { answerMessage, messageAnswered, messageNotFound } from "./answer-message.ts";
import { countMessages, findMessage, findMessages, type MessageRow } from "./admin-queries.ts";
import { keepClosed } from "./keep-answer.ts";

/** The messages that people sent us, and our answers. */
export function contactAdminRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;

  serve(app, listMessages, async ({ query, reply }) => {
    const { state, limit = usualPage, cursor } = query;
    const rows = await findMessages(db, state, { limit, cursor });
    const found = rows.map(({ message }) => message);
    setPageHeaders(reply, {
      path: listMessages.path,
      total: await countMessages(db, state),
      limit,
      found,
      filters: { state },
    });
    return rows.map(presentMessage);
  });

  serve(app, answerMessageEndpoint, async ({ params, body, signedIn }) => {
    return presentMessage(await answerMessage(services, params.id, body.text, signedIn.account.id));
  });

  serve(app, closeMessage, async ({ params, body, signedIn }) => {
    const closed = body.closed
      ? { closedAt: new Date(services.now()), closedBy: signedIn.account.id }
      : undefined;
    const isKept = await keepClosed(db, params.id, closed);
    const found = await findMessage(db, params.id);
    if (!found) throw messageNotFound();
    if (!isKept) throw messageAnswered();
    return presentMessage(found);
  });
}

const presentMessage = ({ message, answeredBy, closedBy, isUnconfirmed }: MessageRow): ContactMessage => ({
  ...message,
  createdAt: message.createdAt.toISOString(),
  answeredAt: message.answeredAt?.toISOString() ?? null,
  answeredBy: message.answeredAt ? answeredBy : null,
  closedAt: message.closedAt?.toISOString() ?? null,
  closedBy: message.closedAt ? closedBy : null,
  isUnconfirmed,
});
