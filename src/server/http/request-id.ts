import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";

const current = new AsyncLocalStorage<string>();

/** The id of the current request or job's run; undefined outside of both. */
export const currentRequestId = (): string | undefined => current.getStore();

export const withRequestId = <Answer>(id: string, work: () => Answer): Answer => current.run(id, work);

/** A UUID, or a trace's id: no text of a stranger's reaches the log by it, and no card number has this shape. */
const shape = /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32})$/i;

/** The request's id from the proxy, if there is a proxy and an id; otherwise a new one. */
export function requestIdOf(given: string | string[] | undefined, hasProxy: boolean): string {
  return hasProxy && typeof given === "string" && shape.test(given)
    ? given.toLowerCase()
    : crypto.randomUUID();
}

/** An answer's header has its request's id; log lines and emails during the request have it too. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    withRequestId(request.id, done);
  });
  // Reading a body continues in the connection's context, which has no request's id.
  app.addHook("preValidation", (request, _reply, done) => withRequestId(request.id, done));
}
