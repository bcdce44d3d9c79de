import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { type ErrorBody, type ErrorCode, type FieldError, errorStatuses, Refusal } from "#contract/errors.ts";
import { addressRefusal } from "#contract/params.ts";
import { brand } from "#domain/brand.ts";
import { sqlState } from "#server/db/retries.ts";
import { errorForLog } from "#server/error-for-log.ts";
import { withRequestId } from "./request-id.ts";

/**
 * The one error handler of the API: it answers a Refusal as it is and bad input with its fields; any other error
 * is a bug, whose details stay in the log.
 */
export function answerError(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.code === "internal" || refusal.code === "unavailable")
    // An error before any hook, or while a body is read, comes outside of the request's own context.
    withRequestId(request.id, () => request.log.error({ error: errorForLog(error) }, "request failed"));
  return sendRefusal(refusal, request, reply);
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, message } = refusal;
  const { retryAfter, ...details } = refusal.details;
  const body: ErrorBody = { code, message, error: message, requestId: request.id, ...details };
  reply.header("x-request-id", request.id);
  if (code === "too_many_requests") reply.header("retry-after", String(retryAfter ?? 3600));
  if (errorStatuses[code] === 503) reply.header("retry-after", String(retryAfter ?? 2));
  return reply
    .code(errorStatuses[code])
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};

/**
 * Messages of drivers and pools for a database that is away, full, too slow or without its files. PostgreSQL's
 * classes 08, 53, 57 and 58, and its time limits.
 */
const databaseAway =
  /timeout exceeded when trying to connect|Connection terminated|ECONNREFUSED|ECONNRESET|ENOTFOUND|PGlite is closed|Cannot use a pool after calling end/;
/**
 * Unique, exclusion and foreign keys: somebody else's write in the meantime conflicts with this one. A call that
 * knows what the conflict means has thrown its own Refusal before this.
 */
const conflictStates = new Set(["23505", "23P01", "23503"]);
const awayStates = /^(08|53|57|58)|^(3D000|55P03|40001|40P01)$/;

function refusalOf(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error);
  const known = fastifyCodes[error.code];
  if (known)
    return new Refusal(
      known,
      known === "too_large"
        ? "The request is too large."
        : "Send JSON, with the content type application/json.",
    );
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal("malformed", "The request could not be read.");
  if (conflictStates.has(sqlState(error) ?? ""))
    return new Refusal(
      "conflict",
      "Someone else changed this at the same time. Please reload and try again.",
    );
  if (isDatabaseAway(error))
    return new Refusal(
      "unavailable",
      `A part of ${brand.name.en} isn't responding. Please try again in a moment.`,
    );
  return new Refusal("internal", "Something went wrong on our side.");
}

/** Drizzle wraps the driver's error; the original is the cause. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const state = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return awayStates.test(state) || databaseAway.test(cause.message) || databaseAway.test(state);
}

type SchemaError = { instancePath: string; message?: string; keyword?: string };

function invalid(error: FastifyError & { validation: SchemaError[]; validationContext?: string }): Refusal {
  if (error.validationContext === "params") return addressRefusal(error.validation[0]?.message);
  const fields: Record<string, FieldError> = {};
  for (const issue of error.validation) {
    const name = issue.instancePath.split("/").filter(Boolean).join(".") || "body";
    fields[name] ??= {
      code: issue.keyword === "custom" ? "invalid" : (issue.keyword ?? "invalid"),
      message: readable(issue.message),
    };
  }
  const [first] = Object.entries(fields);
  const sentence = first ? `${first[0]} ${first[1].message}.` : "The request is not valid.";
  return new Refusal(error.validationContext === "body" ? "invalid" : "malformed", sentence, { fields });
}

const readable = (message = "is not valid"): string =>
  /received undefined/.test(message) ? "is required" : message.charAt(0).toLowerCase() + message.slice(1);
