import { randomUUID } from "node:crypto";
import { constants } from "node:zlib";
import { createRequest } from "@remix-run/node-fetch-server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { firstPickupDay } from "#domain/booking/pickup-times.ts";
import { type Language, languageFrom } from "#domain/languages.ts";
import { isCollisionIncluded } from "#server/rentals/collision-cover.ts";
import type { RenderEntry } from "#web/site-settings.ts";
import {
  acceptsBrotli,
  compress,
  cachedResponse,
  cacheResponses,
  keptBytes,
  leastCompressed,
  sendCached,
  strongCompression,
} from "#server/http/response-cache.ts";
import { finishPage, type Policy, scriptHashes } from "./page-policy.ts";
import { isPathElsewhere, ownPath } from "#server/http/own-path.ts";
import { sendRefusal } from "#server/http/error-handler.ts";
import { tellsHowToPay } from "#server/provider-settings.ts";
import { type Services, today } from "#server/services.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";

/** The web room as the server sees it: loaded from Vite while developing, from the built bundle otherwise. */
export type PageRenderer = {
  isDeveloping: boolean;
  load: () => Promise<RenderEntry>;
  attach: (app: FastifyInstance) => Promise<void>;
};

const aYear = 31_536_000;
/** Bytes of a posted form: letters beyond ASCII are written with three times as many. */
const longestForm = 192 * 1024;

/** For a page that is sent once: a tenth larger than a cached page, but compressed in a tenth of the time. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Everything that is not the API: rendered on the server, whole. Public pages without dates are kept until
 * the catalogue changes.
 */
export async function pageRoutes(
  app: FastifyInstance,
  { services, renderer }: { services: Services; renderer: PageRenderer },
): Promise<void> {
  const { config, carFacts } = services;
  const cache = cacheResponses(carFacts, keptBytes.pages);
  const policy: Policy = { isDeveloping: renderer.isDeveloping, signInOrigin: config.hosted?.url.origin };
  const coverage = followCoverage(services);
  await renderer.attach(app);
  app.removeAllContentTypeParsers();
  // A form's body goes to the page's action unchanged; a body longer than any form of ours is refused before.
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.route({
    method: ["GET", "POST"],
    url: "/*",
    schema: { hide: true },
    bodyLimit: longestForm,
    async handler(request, reply) {
      const { url: line = "/" } = request.raw;
      if (request.method !== "POST" && isPathElsewhere(line)) return reply.redirect(ownPath(line), 308);
      const url = new URL(config.publicUrl.origin + ownPath(line));
      const asked = languageFrom(url.searchParams.get("lang"));
      const language = asked ?? visitorLanguage(request);
      if (asked) reply.header("set-cookie", `language=${asked}; Path=/; Max-Age=${aYear}; SameSite=Lax`);
      if (request.method === "POST") await refuseUnreadable(request);
      const entry = await renderer.load();
      await services.settings.ensureFresh();
      const includesCollision = await coverage();
      const key =
        request.method === "GET"
          ? keptKey(
              entry,
              url,
              language,
              `${today(services)} ${firstPickupDay(services.now())} ${includesCollision} ${services.settings.version()}`,
            )
          : undefined;
      const kept = key && cache.get(key);
      if (kept) return sendCached(request, reply, kept);

      const version = carFacts.version();
      const nonce = randomUUID();
      let isAway = false;
      const response = await entry.render(pageRequest(request, reply, url), {
        language,
        nonce,
        today: today(services),
        firstPickupDay: firstPickupDay(services.now()),
        publicUrl: config.publicUrl.origin,
        signIn: services.signIn.web,
        business: {
          ...config.business,
          includesCollision,
          hostSharePercent: config.hostShare,
          hostHoldDays: config.hostHoldDays,
          ...(services.providers.size > 0 && { paysOnline: [...services.providers.keys()] }),
          tellsHowToPay: tellsHowToPay(config),
          ...(config.taxRates.length > 0 && { taxRates: config.taxRates }),
        },
        retention: config.retention,
        async apiFetch(path, init) {
          const answer = await apiFetch(app, request, path, init);
          isAway ||= answer.status === 503;
          return answer;
        },
      });
      // The web code renders the error's page; the server adds that the error is temporary, and not a bug.
      const isNowOnly = isAway && response.status === 500;
      if (isNowOnly) reply.header("retry-after", "2");
      const page = await finished(response, nonce, ours(entry), policy);
      if (!key || response.status !== 200)
        return sendPage(request, reply, page, isNowOnly ? 503 : response.status);
      const headers = {
        ...Object.fromEntries(page.headers),
        "cache-control": "no-cache",
        vary: "Cookie, Accept-Encoding",
      };
      const answer = cachedResponse(200, headers, page.body);
      if (acceptsBrotli(request)) answer.brotli = await compress(answer.body, strongCompression);
      cache.put(key, version, answer);
      return sendCached(request, reply, answer);
    },
  });

  app.setNotFoundHandler((request, reply) => {
    // A file that a newer build has replaced is gone; any other address is a page's, which takes GET and
    // POST.
    const isGone = request.method === "GET" || request.method === "HEAD";
    const gone = notFound("not_found");
    return sendRefusal(
      isGone ? gone : new Refusal("method_not_allowed", "This address doesn't support that method."),
      request,
      reply,
    );
  });
}

/**
 * Whether collision coverage still comes with a new order, by the last count. The count is renewed in the
 * background: no page waits for it or fails with it.
 */
function followCoverage(services: Services): () => Promise<boolean> {
  let last: boolean | undefined;
  return async () => {
    const counting = isCollisionIncluded(services).then(
      (isIncluded) => (last = isIncluded),
      () => last ?? false,
    );
    return last ?? counting;
  };
}

/**
 * The key of a cached page: all that it depends on. The address is rebuilt from its known parts, so that nothing
 * else can leak into a page that everybody gets.
 */
function keptKey(entry: RenderEntry, url: URL, language: Language, state: string): string | undefined {
  const isData = url.pathname.endsWith(".data");
  const names = isData ? undefined : entry.cachedQuery(url);
  if (!names) return undefined;
  const known = new URLSearchParams(
    names.flatMap((name) =>
      url.searchParams
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  );
  url.search = known.toString();
  return `${url.pathname}?${url.search} ${language} ${state}`;
}

/**
 * The request for the web code, at the public address, whatever the Host header says. `refuseCrossSite` has
 * checked its origin; the router would compare it with the public address only, and refuse localhost beside
 * 127.0.0.1.
 */
function pageRequest(request: FastifyRequest, reply: FastifyReply, url: URL): Request {
  request.raw.url = url.pathname + url.search;
  const sent = createRequest(request.raw, reply.raw, { protocol: url.protocol, host: url.host });
  const headers = new Headers(sent.headers);
  headers.delete("origin");
  return new Request(url, {
    method: request.method,
    headers,
    signal: sent.signal,
    body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null,
  });
}

/** Throws a Refusal for a body that isn't a form, or ends in the middle: a page's action reads any body it gets. */
async function refuseUnreadable({ body, headers }: FastifyRequest): Promise<void> {
  const type = headers["content-type"] ?? "";
  const form = new Response(Buffer.isBuffer(body) ? new Uint8Array(body) : null, {
    headers: { "content-type": type },
  });
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i.test(type);
  if (!isForm) throw new Refusal("unsupported_media_type", "Send a form.");
  await form.formData().catch(() => {
    throw new Refusal("malformed", "The form could not be read.");
  });
}

/** The API without the network, on behalf of the visitor: same routes, same checks. */
async function apiFetch(
  app: FastifyInstance,
  from: FastifyRequest,
  path: string,
  init: { method?: string; body?: unknown } = {},
): Promise<Response> {
  const answer = await app.inject({
    method: (init.method ?? "GET") as "GET",
    url: path,
    remoteAddress: from.ip,
    headers: {
      ...(from.headers.cookie && { cookie: from.headers.cookie }),
      ...(init.body !== undefined && { "content-type": "application/json" }),
    },
    ...(init.body !== undefined && { payload: JSON.stringify(init.body) }),
  });
  const headers = Object.entries(answer.headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
}

type Page = { headers: Headers; body: Buffer };

const hashes = new WeakMap<RenderEntry, string>();

/** The hashes of our own scripts: made once for each build. */
function ours(entry: RenderEntry): string {
  const known = hashes.get(entry) ?? scriptHashes(entry.pageScripts);
  hashes.set(entry, known);
  return known;
}

/** The rendered answer in its final form: a page with its policy, any other answer unchanged. */
async function finished(response: Response, nonce: string, allowed: string, policy: Policy): Promise<Page> {
  const { headers } = response;
  if (!headers.get("content-type")?.startsWith("text/html"))
    return { headers, body: Buffer.from(await response.arrayBuffer()) };
  const page = finishPage(await response.text(), nonce, allowed, policy);
  headers.set("content-security-policy", page.policy);
  return { headers, body: Buffer.from(page.html) };
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, body }: Page,
  status: number,
): Promise<FastifyReply> {
  for (const [name, value] of headers) {
    if (name !== "set-cookie") reply.header(name, value);
  }
  for (const value of headers.getSetCookie()) reply.header("set-cookie", value);
  if (!headers.has("cache-control")) reply.header("cache-control", "no-store");
  reply.code(status);
  if (body.length < leastCompressed || !acceptsBrotli(request)) return reply.send(body);
  return reply
    .headers({ "content-encoding": "br", vary: "Cookie, Accept-Encoding" })
    .send(await compress(body, quickly));
}
