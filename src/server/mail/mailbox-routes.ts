import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { pick } from "#domain/pick.ts";
import { isFromThisMachine } from "#server/http/this-machine.ts";
import type { Services } from "#server/services.ts";
import { findEmail, findEmails, findTexts, type EmailRow } from "./queries.ts";
import { escapeHtml, renderEmail } from "./render-email.ts";

const shown = 200;
const style =
  "body{font:16px/1.6 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#10262c;background:#f6f7f4}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.5rem;border-bottom:1px solid #dae1de;vertical-align:top}pre{white-space:pre-wrap;background:#fff;padding:1rem}";

/** Emails hold strangers' words: nothing in them is loaded or run. */
const pageHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/**
 * Emails of this machine to read in a browser. Registered only while PUBLIC_URL is this machine, and no other
 * can connect: they hold people's names and keys.
 */
export function mailboxRoutes(app: FastifyInstance, { database, outbox }: Services): void {
  const hidden = { schema: { hide: true }, onRequest: refuseOthers };

  app.get("/dev/mailbox", hidden, async (_request, reply) => {
    const rows = (await findEmails(database, shown)).map(
      (email) =>
        `<tr><td>${email.createdAt.toISOString()}</td><td>${escapeHtml(email.recipient)}</td><td><a href="/dev/mailbox/${email.id}">${escapeHtml(email.subject)}</a></td><td>${stateOf(email)}</td></tr>`,
    );
    const texts = (await findTexts(database, shown)).map(
      (text) =>
        `<tr><td>${text.createdAt.toISOString()}</td><td>+${escapeHtml(text.recipient)}</td><td>${escapeHtml(text.body)}</td><td>${text.sentAt ? "sent" : "waiting"}</td></tr>`,
    );
    return reply
      .type("text/html; charset=utf-8")
      .headers(pageHeaders)
      .send(
        page(
          "Mailbox",
          `<h1>Mailbox</h1><p>The newest ${shown} emails. <a href="/dev/mailbox.json">As JSON</a></p><table><tr><th>Written</th><th>To</th><th>Subject</th><th>State</th></tr>${rows.join("")}</table><h2>Text messages</h2><table><tr><th>Written</th><th>To</th><th>Text</th><th>State</th></tr>${texts.join("")}</table>`,
        ),
      );
  });

  app.get("/dev/mailbox.json", hidden, async (_request, reply) => {
    const found = await findEmails(database, shown);
    return reply.header("cache-control", "no-store").send(found.map(present));
  });

  app.get("/dev/texts.json", hidden, async (_request, reply) =>
    reply.header("cache-control", "no-store").send(await findTexts(database, shown)),
  );

  app.get<{ Params: { id: string } }>("/dev/mailbox/:id", hidden, async (request, reply) => {
    const row = await load(request.params.id);
    const email = present(row);
    const files = [...email.attachments, ...(await outbox.filesOf(row))].map(
      (file, index) =>
        `<li><a href="/dev/mailbox/${email.id}/${index}">${escapeHtml(file.filename)}</a></li>`,
    );
    return reply
      .type("text/html; charset=utf-8")
      .headers(pageHeaders)
      .send(
        page(
          email.subject,
          `<p><a href="/dev/mailbox">Mailbox</a></p><h1>${escapeHtml(email.subject)}</h1><p>To ${escapeHtml(email.recipient)} · ${email.createdAt}</p><pre lang="${email.language}">${linked(email.text)}</pre><ul>${files.join("")}</ul>`,
        ),
      );
  });

  app.get<{ Params: { id: string; file: string } }>(
    "/dev/mailbox/:id/:file",
    hidden,
    async (request, reply) => {
      const row = await load(request.params.id);
      const files = [...present(row).attachments, ...(await outbox.filesOf(row))];
      const file = files[Number(request.params.file)];
      if (!file) throw new Refusal("not_found", "There is no such attachment.");
      return reply
        .type(file.contentType)
        .header("content-disposition", `attachment; filename="${file.filename}"`)
        .send(file.content);
    },
  );

  async function load(id: string): Promise<EmailRow> {
    const email = /^[0-9a-f-]{36}$/.test(id) ? await findEmail(database, id) : undefined;
    if (!email) throw new Refusal("not_found", "There is no such email.");
    return email;
  }
}

function stateOf({ sentAt, joinedInto }: EmailRow): string {
  const state = sentAt ? "sent" : "waiting";
  return joinedInto ? `${state} <a href="/dev/mailbox/${joinedInto}">with others</a>` : state;
}

/**
 * Emails are only for a person at this machine: not for requests through a proxy or under another site's name,
 * which also come from this machine.
 */
function refuseOthers(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  done(isFromThisMachine(request) ? undefined : notFound("not_found"));
}

const present = (email: EmailRow) => ({
  ...pick(email, ["id", "kind", "recipient", "language", "subject", "orderId", "messageId", "joinedInto"]),
  createdAt: email.createdAt.toISOString(),
  sentAt: email.sentAt?.toISOString() ?? null,
  ...renderEmail(email.content, email.language),
});

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`;

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
