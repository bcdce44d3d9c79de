import type { FastifyRequest } from "fastify";

/** The version that a caller saw, from If-Match; undefined without the header, or for `*`. */
export function seenVersion(request: FastifyRequest): string | undefined {
  const sent = request.headers["if-match"]?.trim();
  return sent === undefined || sent === "*" ? undefined : sent.replace(/^(?:W\/)?"(.*)"$/, "$1");
}
