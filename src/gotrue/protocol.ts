import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorStatuses, Refusal } from "#contract/errors.ts";
import { guardCards } from "#server/http/card-guard.ts";
import { isDatabaseAway } from "#server/http/error-handler.ts";
import { withRequestId } from "#server/http/request-id.ts";
import { type AuthCode, AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import { HashingBusy } from "./sign-up/passwords.ts";

/** Every method except OPTIONS, which browsers send before a call from another origin. */
export const anyMethod = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export const hidden = { schema: { hide: true } };

const version = "2024-01-01";

/**
 * What all GoTrue routes share: an empty body counts as JSON, errors have the form of the caller's version, and
 * pages of allowed origins may call.
 */
export function speakGoTrue(app: FastifyInstance, services: AuthServices): void {
  const parse = app.getDefaultJsonParser("remove", "remove");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    return parse(request, String(body), (error, value) =>
      done(error ? new AuthError("bad_json") : null, value),
    );
  });
  allowOrigins(app, services);
  guardCards(app);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
  app.setErrorHandler((error: FastifyError | AuthError | Refusal, request, reply) =>
    sendAuthError(error, request, reply),
  );
}

/** Pages of other origins only where AUTH_ALLOWED_ORIGINS names them, and never with cookies. */
export function allowOrigins(app: FastifyInstance, { config }: AuthServices): void {
  if (config.auth.allowedOrigins.length === 0) return;
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (origin && config.auth.allowedOrigins.includes(origin)) {
      reply.headers({
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "X-Supabase-Api-Version, X-Total-Count, Link, Content-Range",
        "cross-origin-resource-policy": "cross-origin",
      });
    }
    done();
  });
  app.options("/*", hidden, (_request, reply) =>
    reply
      .headers({
        "access-control-allow-methods": "GET, POST, PUT, DELETE",
        "access-control-allow-headers":
          "authorization, apikey, content-type, x-client-info, x-supabase-api-version, accept-profile, content-profile, prefer",
        "access-control-max-age": "600",
      })
      .code(204)
      .send(),
  );
}

/**
 * What PostgreSQL says of an error: its state, and the constraint that was violated. Drizzle wraps what the
 * driver said.
 */
export function databaseWords(error: unknown): { state: string; constraint: string } {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { code, constraint } = (cause instanceof Error ? cause : {}) as {
    code?: unknown;
    constraint?: unknown;
  };
  return { state: String(code ?? ""), constraint: String(constraint ?? "") };
}
export const uniqueViolation = "23505";

const taken = new Map<string, AuthCode>([
  ["users_email", "email_exists"],
  ["users_phone", "phone_exists"],
  ["users_pkey", "user_already_exists"],
  ["factors_name", "mfa_factor_name_conflict"],
  ["profiles_username_key", "username_taken"],
]);

function asAuthError(error: FastifyError | AuthError | Refusal): AuthError {
  if (error instanceof AuthError) return error;
  // A refusal of the whole site, such as for a page of another site.
  if (error instanceof Refusal)
    return new AuthError("validation_failed", error.message, { status: errorStatuses[error.code] });
  const { state, constraint } = databaseWords(error);
  // Two calls at once made the same unique row; PostgreSQL's class 22 is a value that doesn't fit its column.
  if (state === uniqueViolation) return new AuthError(taken.get(constraint) ?? "conflict");
  if (state.startsWith("22")) return new AuthError("validation_failed");
  if (error instanceof HashingBusy || isDatabaseAway(error)) return new AuthError("request_timeout");
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AuthError("validation_failed", "The request could not be read", { status: error.statusCode });
  return new AuthError("unexpected_failure");
}

function sendAuthError(
  thrown: FastifyError | AuthError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { code, message, status, retryAfter, weakPassword } = asAuthError(thrown);
  if (status >= 500)
    withRequestId(request.id, () =>
      request.log.error(
        {
          type: thrown.name,
          stack: thrown.stack
            ?.split("\n")
            .filter((line) => /^\s+at /.test(line))
            .join("\n"),
        },
        "sign-in failed",
      ),
    );
  const weak = weakPassword && { weak_password: { reasons: weakPassword } };
  const isNew = String(request.headers["x-supabase-api-version"] ?? "") >= version;
  if (isNew) reply.header("x-supabase-api-version", version);
  if (!(isNew && weak)) reply.header("x-sb-error-code", code);
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  if (status === 503) reply.header("retry-after", "2");
  const body = isNew ? { code, message, ...weak } : { code: status, error_code: code, msg: message, ...weak };
  return reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(body));
}
