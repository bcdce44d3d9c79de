import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";

const current = new AsyncLocalStorage<string>();

/** The id of the request or the run of a job that this is done for; undefined where it is neither. */
export const currentRequestId = (): string | undefined => current.getStore();

export const withRequestId = <Answer>(id: string, work: () => Answer): Answer => current.run(id, work);

/** A UUID, or a trace's id: no text of a stranger's reaches the log by it, and no card number has this shape. */
const shape = /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{32})$/i;

/** The id that a proxy in front has given a request, where there is one; otherwise one of ours. */
export function requestIdOf(given: string | string[] | undefined, hasProxy: boolean): string {
  return hasProxy && typeof given === "string" && shape.test(given)
    ? given.toLowerCase()
    : crypto.randomUUID();
}

/** Answers name their request's id, and whatever is written down or sent meanwhile does too. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    withRequestId(request.id, done);
  });
  // What reads a body goes on from the connection, which is nobody's.
  app.addHook("preValidation", (request, _reply, done) => withRequestId(request.id, done));
}
