import type { FastifyBaseLogger } from "fastify";
import { type LoggerOptions, pino } from "pino";
import { currentRequestId } from "./http/request-id.ts";

/** Bytes that wait for a reader who takes nothing, or a disk that is full; more is forgotten. */
const mostWaiting = 1024 * 1024;

/**
 * What the process says about itself, on standard output. A disk that is full of it, or a reader who has left,
 * takes away what is said and not whoever says it.
 */
export function openLog(level: string): FastifyBaseLogger {
  const nowhere = () => undefined;
  for (const stream of [process.stdout, process.stderr]) stream.on("error", nowhere);
  const output = pino.destination({ fd: 1, sync: true, maxLength: mostWaiting });
  output.on("error", nowhere);
  return pino(logOptions(level), output);
}

/** Every line names the request, or the run of a job, that it comes of. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  mixin() {
    const requestId = currentRequestId();
    return requestId === undefined ? {} : { requestId };
  },
});
