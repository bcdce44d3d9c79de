import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";

/** Tells when whoever asked has gone: what nobody waits for is not begun. */
export function goneSignal({ raw }: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  raw.socket.once("close", () => gone.abort(new Refusal("malformed", "The upload was stopped.")));
  return gone.signal;
}
