import type { Readable } from "node:stream";
import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "#contract/endpoint.ts";
import { requireAccess } from "./serve.ts";
import { type Services, today } from "#server/services.ts";

type Download = {
  url: `/api/${string}`;
  access: Exclude<Access, "public">;
  name: string;
  /** False for a program that would take the mark for a part of the first column's name. */
  hasMark?: boolean;
  rows: (request: FastifyRequest) => Promise<Readable>;
};

/**
 * Registers a CSV file that is streamed while it is made, named by Los Angeles's date. Excel reads its
 * Chinese by the mark at its beginning.
 */
export function serveCsv(
  app: FastifyInstance,
  services: Pick<Services, "now">,
  { url, access, name, hasMark, rows }: Download,
): void {
  app.get(
    url,
    { schema: { hide: true }, onRequest: requireAccess(app, { access }) },
    async (request, reply: FastifyReply) =>
      sendCsv(services, reply, { name, hasMark, source: await rows(request) }),
  );
}

/** Answers a call with a CSV file, named by Los Angeles's date. */
export function sendCsv(
  services: Pick<Services, "now">,
  reply: FastifyReply,
  { name, hasMark = true, source }: Pick<Download, "name" | "hasMark"> & { source: Readable },
): FastifyReply {
  const file = new PassThrough();
  if (hasMark) file.write("\uFEFF");
  source.once("error", (error) => file.destroy(error));
  file.once("close", () => source.destroy());
  source.pipe(file);
  return reply
    .type("text/csv; charset=utf-8")
    .headers({
      "content-disposition": `attachment; filename="${name}_${today(services)}.csv"`,
      "cache-control": "no-store",
    })
    .send(file);
}
