import type { FastifyBaseLogger } from "fastify";
import { type LoggerOptions, pino } from "pino";
import { errorForLog } from "./error-for-log.ts";
import { currentRequestId } from "./http/request-id.ts";

/** The most bytes that wait for a slow reader or a full disk; later lines are dropped. */
const mostWaiting = 1024 * 1024;

/**
 * The process's log, on standard output. If the disk is full or the reader has left, log lines are lost, but the
 * process goes on.
 */
export function openLog(level: string): FastifyBaseLogger {
  const nowhere = () => undefined;
  for (const stream of [process.stdout, process.stderr]) stream.on("error", nowhere);
  const output = pino.destination({ fd: 1, sync: true, maxLength: mostWaiting });
  output.on("error", nowhere);
  return pino(logOptions(level), output);
}

/** Every line names the request, or the job's run, that wrote it; a logged error is without its values. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  serializers: { err: (error: unknown) => (error instanceof Error ? errorForLog(error) : String(error)) },
  mixin() {
    const requestId = currentRequestId();
    return requestId === undefined ? {} : { requestId };
  },
});
