import type { FastifyReply } from "fastify";
import { Refusal } from "#contract/errors.ts";

/** A signal that fires when the caller has gone, so that no work begins for nobody. */
export function abortSignalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // The answer's end and not the connection's: a connection that is kept serves many uploads.
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort(new Refusal("malformed", "The upload was stopped."));
  });
  return gone.signal;
}
