import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorStatuses, Refusal } from "#contract/errors.ts";
import { withoutUnseen } from "#domain/plain-text.ts";
import { normalUsername, usernameError } from "#domain/people/credentials.ts";
import { claimProfile, findUsername } from "#server/auth/accounts.ts";
import { guardCards } from "#server/http/card-guard.ts";
import { countUse } from "#server/http/limits.ts";
import { clientKey } from "#server/http/client-key.ts";
import { isDatabaseAway } from "#server/http/error-handler.ts";
import { withRequestId } from "#server/http/request-id.ts";
import { AuthError } from "./auth-error.ts";
import type { AuthServices } from "./auth-services.ts";
import { bearerJwt, readBearer, readSignature } from "./bearer.ts";
import type { Bearer } from "./queries.ts";
import { signUpCookie } from "./sign-up/sign-up-cookie.ts";
import { allowOrigins, anyMethod, databaseWords, hidden, uniqueViolation } from "./protocol.ts";

/** PostgREST's own refusals, in the form that its clients read. */
class RestError extends Error {
  override name = "RestError";
  readonly status: number;
  readonly code: string;
  readonly details: string | null;

  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const oneObject = "application/vnd.pgrst.object+json";
const columns = new Set(["id", "username", "full_name"]);

/**
 * The one table of PostgREST that sign-up needs: it answers whether a name is taken, and inserts a person's own
 * row. Callers see only the one name in their query.
 */
export function profileRoutes(app: FastifyInstance, services: AuthServices): void {
  allowOrigins(app, services);
  guardCards(app);
  app.setErrorHandler((error: FastifyError | RestError | AuthError | Refusal, request, reply) =>
    sendRestError(error, request, reply),
  );

  app.get<{ Querystring: Record<string, string | string[]> }>("/profiles", hidden, async (request, reply) => {
    await countCheck(services, request);
    await readRole(services, request);
    const { select = "*", limit: _limit, offset: _offset, order: _order, ...filters } = request.query;
    const asked = String(select)
      .split(",")
      .map((column) => column.trim());
    for (const column of asked) if (column !== "username") throw unreadable(column === "*" ? "id" : column);
    const names = Object.keys(filters);
    for (const name of names) if (name !== "username") throw unreadable(name);
    const wanted = readFilter(filters.username);
    // An invalid name belongs to nobody; some of its characters would make the database fail.
    const found = usernameError(wanted)
      ? undefined
      : await findUsername(services.database, wanted, signUpCookie(services.config).read(request));
    return answerRows(request, reply, found === undefined ? [] : [{ username: found }], 200);
  });

  // A caller who may not insert at all gets the refusal before the body is read.
  const admitted = {
    ...hidden,
    onRequest: async (request: FastifyRequest) => void (await inserter(services, request)),
  };
  app.post<{ Querystring: Record<string, string> }>("/profiles", admitted, async (request, reply) => {
    const prefer = String(request.headers.prefer ?? "");
    if (/resolution=/.test(prefer) || request.query.on_conflict)
      throw new RestError(400, "PGRST100", "Upserts are not offered here");
    const rows = Array.isArray(request.body) ? request.body : [request.body];
    const [row] = rows as Record<string, unknown>[];
    if (rows.length !== 1 || typeof row !== "object" || row === null)
      throw new RestError(400, "PGRST102", "Empty or invalid json");
    for (const column of Object.keys(row)) {
      if (!columns.has(column))
        throw new RestError(
          400,
          "PGRST204",
          `Could not find the '${column}' column of 'profiles' in the schema cache`,
        );
    }
    const bearer = await inserter(services, request);
    if (row.id !== bearer.userId) throw violation(403);
    const username = typeof row.username === "string" ? normalUsername(row.username) : "";
    if (usernameError(username))
      throw new RestError(
        400,
        "23514",
        'new row for relation "profiles" violates check constraint "accounts_username"',
      );
    const fullName =
      typeof row.full_name === "string"
        ? withoutUnseen(row.full_name).normalize("NFC").slice(0, 120)
        : undefined;
    const claimed = await services.database.transaction((tx) =>
      claimProfile(tx, bearer.userId, username, fullName),
    );
    if (claimed === "has_one") throw conflict("profiles_pkey", "id", bearer.userId);
    if (claimed === "taken") throw conflict("profiles_username_key", "username", username);
    if (/return=representation/.test(prefer))
      return answerRows(
        request,
        reply.header("preference-applied", "return=representation"),
        [{ id: bearer.userId, username }],
        201,
      );
    return reply.code(201).header("content-range", "*/*").removeHeader("content-type").send();
  });

  // This refuses before the body is read: some clients send an empty body and call it JSON.
  app.route<{ Params: { "*": string } }>({
    method: [...anyMethod],
    url: "/*",
    ...hidden,
    onRequest: async (request) => {
      const table = request.params["*"].replace(/[^\w]/g, "");
      if (table !== "profiles")
        throw new RestError(
          404,
          "PGRST205",
          `Could not find the table 'public.${table}' in the schema cache`,
        );
      const status = (await readRole(services, request)) === "anon" ? 401 : 403;
      throw new RestError(status, "42501", "permission denied for table profiles");
    },
    handler: () => undefined,
  });
}

/** Twenty names a minute from a network: enough to choose one, too few to list them. */
async function countCheck(services: AuthServices, request: FastifyRequest): Promise<void> {
  const retryAfter = await countUse(services, [
    { key: `auth username ${clientKey(services, request.ip)}`, most: 20, seconds: 60 },
  ]);
  if (retryAfter !== undefined) throw new AuthError("over_request_rate_limit", undefined, { retryAfter });
}

/** The session of a caller who may insert a row. Throws RestError, or AuthError for a bad token. */
async function inserter(services: AuthServices, request: FastifyRequest): Promise<Bearer> {
  const token = bearerJwt(request.headers.authorization);
  if (!token) throw violation(401);
  const bearer = await readBearer(services, token);
  if (bearer.hasVerifiedFactor && bearer.session.aal !== "aal2") throw violation(403);
  return bearer;
}

/**
 * The role in the caller's token; "anon" without a token or with the publishable key in its place. Throws
 * AuthError for a bad token.
 */
async function readRole(services: AuthServices, request: FastifyRequest): Promise<unknown> {
  const token = bearerJwt(request.headers.authorization);
  return token ? (await readSignature(services.keys.verifyService(token))).role : "anon";
}

/** The name of `username=eq.ann`, or of `ilike` without wildcards. */
function readFilter(filter: string | string[] | undefined): string {
  const [, name] = /^(?:eq|ilike)\.(.*)$/s.exec(typeof filter === "string" ? filter : "") ?? [];
  if (name === undefined)
    throw new RestError(400, "PGRST100", '"failed to parse filter": ask for one username');
  return normalUsername(name.replaceAll("\\_", "_"));
}

function answerRows(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: Record<string, string>[],
  status: number,
): FastifyReply {
  const range = rows.length ? `0-${rows.length - 1}/*` : "*/*";
  reply
    .code(status)
    .headers({ "content-range": range, "content-profile": "public", "cache-control": "no-store" });
  if (!(request.headers.accept ?? "").includes(oneObject))
    return reply.type("application/json; charset=utf-8").send(JSON.stringify(rows));
  const [row] = rows;
  if (!row)
    throw new RestError(
      406,
      "PGRST116",
      "Cannot coerce the result to a single JSON object",
      "The result contains 0 rows",
    );
  return reply.type(`${oneObject}; charset=utf-8`).send(JSON.stringify(row));
}

const unreadable = (column: string) =>
  columns.has(column)
    ? new RestError(401, "42501", `permission denied for column ${column}`)
    : new RestError(400, "42703", `column profiles.${column.replace(/[^\w]/g, "")} does not exist`);
const violation = (status: 401 | 403) =>
  new RestError(status, "42501", 'new row violates row-level security policy for table "profiles"');
const conflict = (constraint: string, column: string, value: string) =>
  new RestError(
    409,
    "23505",
    `duplicate key value violates unique constraint "${constraint}"`,
    `Key (${column})=(${value}) already exists.`,
  );

function sendRestError(
  thrown: FastifyError | RestError | AuthError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = asRestError(thrown);
  if (error.status >= 500)
    withRequestId(request.id, () =>
      request.log.error({ type: thrown.name, message: error.message }, "profiles failed"),
    );
  if (thrown instanceof AuthError && thrown.retryAfter !== undefined)
    reply.header("retry-after", String(thrown.retryAfter));
  if (error.status === 503) reply.header("retry-after", "2");
  const { code, details, message } = error;
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ code, details, hint: null, message }));
}

function asRestError(error: FastifyError | RestError | AuthError | Refusal): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof Refusal) return new RestError(errorStatuses[error.code], "PGRST000", error.message);
  if (error instanceof AuthError && error.status === 429)
    return new RestError(429, "PGRST000", error.message);
  if (error instanceof AuthError)
    return error.message.includes("expired")
      ? new RestError(401, "PGRST303", "JWT expired")
      : new RestError(401, "PGRST301", "JWT is not valid");
  const { state } = databaseWords(error);
  if (state === uniqueViolation)
    return new RestError(409, state, "duplicate key value violates unique constraint");
  if (state.startsWith("22")) return new RestError(400, state, "invalid input");
  if (isDatabaseAway(error)) return new RestError(503, "PGRST000", "Could not query the database");
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new RestError(error.statusCode, "PGRST102", "Empty or invalid json");
  return new RestError(500, "XX000", "Something went wrong on our side");
}
