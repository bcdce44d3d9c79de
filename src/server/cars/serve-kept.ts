import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "#contract/endpoint.ts";
import { hour } from "#domain/durations.ts";
import { dateParameters } from "#domain/site/pages.ts";
import {
  acceptsBrotli,
  type CachedResponse,
  cachedResponse,
  cacheResponses,
  keptBytes,
  type ResponseCache,
  sendCached,
} from "#server/http/response-cache.ts";
import { noScriptPolicy, securityHeaders } from "#server/http/security.ts";
import { type EndpointCall, serve } from "#server/http/serve.ts";
import { type Services, today } from "#server/services.ts";

const headersKept = ["x-total-count", "link"];

/** Answers that are the same for everybody until their facts change. */
type Shelf = {
  facts: { version: () => number | undefined };
  answers: ResponseCache;
  keyOf: (url: string) => string;
  control: string;
};

export type KeptAnswers = {
  undated: Shelf;
  dated: Shelf;
  /** The beginnings of the addresses whose answers are kept, such as "/api/cars". */
  beginnings: Set<string>;
  /** The kept answer for an address of the API. */
  find: (url: string) => CachedResponse | undefined;
};

/**
 * The kept answers of a process: those about cars are kept until a car changes, those about free days until a car's
 * taken days change, also by the clock.
 */
export function keepAnswers(services: Services): KeptAnswers {
  const { carFacts, heldDays } = services;
  const undated = {
    facts: carFacts,
    answers: cacheResponses(carFacts, keptBytes.undated),
    keyOf: (url: string) => url,
    control: "no-cache",
  };
  const dayOf = todayByTheHour(services);
  // Clients must not keep these answers: a day can be taken at any moment.
  const dated = {
    facts: heldDays,
    answers: cacheResponses(heldDays, keptBytes.dated),
    keyOf: (url: string) => `${dayOf()} ${url}`,
    control: "no-store",
  };
  const beginnings = new Set<string>();
  return {
    undated,
    dated,
    beginnings,
    find: (url) =>
      beginnings.has(beginningOf(url))
        ? (undated.answers.get(url) ?? dated.answers.get(dated.keyOf(url)))
        : undefined,
  };
}

const beginningOf = (url: string): string => /^\/api\/[a-z-]+/.exec(url)?.[0] ?? "";

/** Today's date in Los Angeles, looked up once an hour: days begin there with an hour of UTC. */
function todayByTheHour(services: Pick<Services, "now">): () => string {
  let known: { hour: number; date: string } | undefined;
  return () => {
    const current = Math.floor(services.now() / hour);
    if (known?.hour !== current) known = { hour: current, date: today(services) };
    return known.date;
  };
}

/**
 * Sends a kept answer before any other work on its request: 304 to a caller who has it already, brotli to one who can
 * read it. A kept answer has all headers of other answers, and depends on nothing of the request but its address.
 */
export const answerKept =
  ({ find }: KeptAnswers) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { method, url = "", headers } = request.raw;
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
    const kept = hasBody || (method !== "GET" && method !== "HEAD") ? undefined : find(url);
    if (!kept) return done();
    reply.hijack();
    const head: Record<string, string | number> = { ...kept.headers, "x-request-id": request.id };
    if (headers["if-none-match"] === kept.etag) return void reply.raw.writeHead(304, head).end();
    const isBrotli = kept.brotli !== undefined && acceptsBrotli(request);
    const body = (isBrotli && kept.brotli) || kept.body;
    head["content-length"] = body.length;
    if (isBrotli) head["content-encoding"] = "br";
    reply.raw.writeHead(kept.status, head).end(body);
  };

type ServeKept = <const E extends Endpoint>(
  endpoint: E,
  answer: (call: EndpointCall<E>) => Promise<unknown>,
  options?: { isAlwaysDated?: true },
) => void;

/** Serves endpoints whose answers are the same for everybody, and keeps the answers by their address. */
export function keptServing(
  app: FastifyInstance,
  { config }: Pick<Services, "config">,
  { undated, dated, beginnings }: KeptAnswers,
): ServeKept {
  const everyAnswers = { ...securityHeaders(config), "content-security-policy": noScriptPolicy };
  return (endpoint, answer, { isAlwaysDated = false } = {}) => {
    const isDated = ({ query }: { query?: unknown }) =>
      isAlwaysDated || dateParameters.some((name) => Object.hasOwn(query ?? {}, name));
    beginnings.add(beginningOf(endpoint.path));
    serve(
      app,
      endpoint,
      async (call) => {
        const url = call.request.raw.url ?? "";
        const { facts, answers, keyOf, control } = isDated(call.request) ? dated : undated;
        const [version, key] = [facts.version(), keyOf(url)];
        const value = await answer(call);
        const body = Buffer.from(call.reply.serialize(value as Record<string, unknown>) as string);
        const headers = Object.fromEntries(
          headersKept.flatMap((name) =>
            call.reply.hasHeader(name) ? [[name, String(call.reply.getHeader(name))]] : [],
          ),
        );
        const kept = cachedResponse(
          endpoint.status,
          {
            ...everyAnswers,
            ...headers,
            "content-type": "application/json; charset=utf-8",
            "cache-control": control,
            vary: "Accept-Encoding",
          },
          body,
        );
        answers.put(key, version, kept);
        return sendCached(call.request, call.reply, kept) as never;
      },
      { isCompiled: true },
    );
  };
}
