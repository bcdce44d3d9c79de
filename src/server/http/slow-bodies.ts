import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { minute } from "#domain/durations.ts";

/** Milliseconds that a form may take to arrive, a whole upload, and an upload between two pieces. */
const longestForm = 15_000;
export const longestUpload = 30 * minute;
const longestSilence = 30_000;
/**
 * After an early answer its body is still read for this time, so that a caller who is still sending sees the
 * answer, and not a broken connection.
 */
const lastLook = 1000;

/**
 * Ends a connection that sends a body too slowly, or still sends after the answer. Node has only one limit for all
 * requests, and it must be the uploads'.
 */
export function endSlowBodies(
  { raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  done();
  const { socket } = raw;
  // Requests within this process arrive whole.
  if (!(socket instanceof Socket)) return;
  const hasBody =
    raw.headers["transfer-encoding"] !== undefined || Number(raw.headers["content-length"] ?? 0) > 0;
  if (!hasBody || raw.complete) return;
  const { isUpload } = routeOptions.config;
  let seen = socket.bytesRead;
  const look = () => {
    if (!isUpload || reply.raw.writableFinished || socket.bytesRead === seen) return void socket.destroy();
    seen = socket.bytesRead;
    timer = setTimeout(look, longestSilence).unref();
  };
  let timer = setTimeout(look, isUpload ? longestSilence : longestForm).unref();
  for (const over of ["end", "close", "error"]) raw.once(over, () => clearTimeout(timer));
  reply.raw.once("finish", () => {
    if (raw.complete) return;
    clearTimeout(timer);
    timer = setTimeout(look, lastLook).unref();
  });
}
