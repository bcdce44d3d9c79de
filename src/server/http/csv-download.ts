import type { Readable } from "node:stream";
import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "#contract/endpoint.ts";
import type { IsoDate } from "#domain/dates.ts";
import { requireAccess } from "./serve.ts";
import { type Services, today } from "#server/services.ts";

type Download = {
  url: `/api/${string}`;
  access: Exclude<Access, "public">;
  /** The file's name; `on` is Los Angeles's date. */
  file: (on: IsoDate, request: FastifyRequest) => string;
  /** False for a program that would take the mark for a part of the first column's name. */
  hasMark?: boolean;
  rows: (request: FastifyRequest) => Promise<Readable>;
};

/**
 * Registers a CSV file that is streamed while it is made. Excel reads its Chinese by the mark at its beginning.
 */
export function serveCsv(
  app: FastifyInstance,
  services: Pick<Services, "now">,
  { url, access, file, hasMark, rows }: Download,
): void {
  app.get(
    url,
    { schema: { hide: true }, onRequest: requireAccess(app, { access }) },
    async (request, reply: FastifyReply) =>
      sendCsv(reply, { file: file(today(services), request), hasMark, source: await rows(request) }),
  );
}

/** Answers a call with a CSV file. */
export function sendCsv(
  reply: FastifyReply,
  { file, hasMark = true, source }: Pick<Download, "hasMark"> & { file: string; source: Readable },
): FastifyReply {
  const body = new PassThrough();
  if (hasMark) body.write("\uFEFF");
  source.once("error", (error) => body.destroy(error));
  body.once("close", () => source.destroy());
  source.pipe(body);
  return reply
    .type("text/csv; charset=utf-8")
    .headers({
      "content-disposition": `attachment; filename="${file}"`,
      "cache-control": "no-store",
    })
    .send(body);
}
