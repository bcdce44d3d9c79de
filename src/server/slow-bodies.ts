import type { FastifyReply, FastifyRequest } from "fastify";

/** Milliseconds that a form may take to arrive, a whole upload, and an upload between two pieces. */
const longestForm = 15_000;
export const longestUpload = 30 * 60_000;
const longestSilence = 30_000;

/** Ends the connection of whoever sends a body too slowly. Node's own limit is one for all requests, and has to be the uploads'. */
export function endSlowBodies({ raw, routeOptions }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  done();
  const hasBody = raw.headers["transfer-encoding"] !== undefined || Number(raw.headers["content-length"] ?? 0) > 0;
  if (!hasBody || raw.complete) return;
  const { isUpload } = routeOptions.config;
  let seen = raw.socket.bytesRead;
  const look = () => {
    if (!isUpload || raw.socket.bytesRead === seen) return void raw.destroy();
    seen = raw.socket.bytesRead;
    timer = setTimeout(look, longestSilence).unref();
  };
  let timer = setTimeout(look, isUpload ? longestSilence : longestForm).unref();
  for (const over of ["end", "close", "error"]) raw.once(over, () => clearTimeout(timer));
}
