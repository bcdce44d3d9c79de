import type { FastifyReply } from "fastify";
import { Refusal } from "#contract/errors.ts";

/** Tells when whoever asked has gone: what nobody waits for is not begun. */
export function abortSignalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // The answer's end and not the connection's: a connection that is kept serves many uploads.
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort(new Refusal("malformed", "The upload was stopped."));
  });
  return gone.signal;
}
