import type { FastifyRequest } from "fastify";

/** The version that a caller saw, from If-Match; undefined where they don't say, or say that any will do. */
export function seenVersion(request: FastifyRequest): string | undefined {
  const sent = request.headers["if-match"]?.trim();
  return sent === undefined || sent === "*" ? undefined : sent.replace(/^(?:W\/)?"(.*)"$/, "$1");
}
