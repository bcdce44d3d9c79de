import { constants } from "node:zlib";
import { createRequest } from "@remix-run/node-fetch-server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { defaultLanguage, type Language, languageFrom } from "#domain/languages.ts";
import type { RenderEntry } from "#web/scope.ts";
import { acceptsBrotli, compress, hotAnswer, keepHotAnswers, leastCompressed, sendHot, thoroughly } from "./hot-answers.ts";
import { sendRefusal } from "./refusals.ts";
import { scriptHashes } from "./security.ts";
import { type Services, today } from "./services.ts";
import { cookieLanguage } from "./visitor-language.ts";

/** The web room as the server sees it: loaded from Vite while developing, from the built bundle otherwise. */
export type PageRenderer = { isDeveloping: boolean; load: () => Promise<RenderEntry>; attach: (app: FastifyInstance) => Promise<void> };

/** What a page's Content-Security-Policy depends on: a hosted project is called from the browser. */
type Policy = { isDeveloping: boolean; signInOrigin: string | undefined };

const hotBytes = 96 * 1024 * 1024;
const aYear = 31_536_000;
/** For a page that is sent once: a tenth larger than the kept ones, in a tenth of the time. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Everything that is not the API: rendered on the server, whole. Public pages without dates are kept until the catalogue changes. */
export async function pageRoutes(app: FastifyInstance, { services, renderer }: { services: Services; renderer: PageRenderer }): Promise<void> {
  const { config, catalogue } = services;
  const hot = keepHotAnswers(catalogue, hotBytes);
  const policy: Policy = { isDeveloping: renderer.isDeveloping, signInOrigin: config.hosted?.url.origin };
  await renderer.attach(app);
  app.removeAllContentTypeParsers();
  // Whatever a form sends goes to the page's action as it came; what is longer than any form of ours is refused on the way.
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.route({
    method: ["GET", "POST"],
    url: "/*",
    schema: { hide: true },
    async handler(request, reply) {
      const url = pageAddress(request.raw.url ?? "/", config.publicUrl.origin);
      const asked = languageFrom(url.searchParams.get("lang"));
      const language = asked ?? cookieLanguage(request) ?? defaultLanguage;
      if (asked) reply.header("set-cookie", `language=${asked}; Path=/; Max-Age=${aYear}; SameSite=Lax`);
      const entry = await renderer.load();
      const key = request.method === "GET" ? keptKey(entry, url, language, today(services)) : undefined;
      const kept = key && hot.get(key);
      if (kept) return sendHot(request, reply, kept);

      const version = catalogue.version();
      let isAway = false;
      const response = await entry.render(pageRequest(request, reply, url), {
        language,
        today: today(services),
        publicUrl: config.publicUrl.origin,
        signIn: services.signIn.web,
        business: config.business,
        async apiFetch(path, init) {
          const answer = await apiFetch(app, request, path, init);
          isAway ||= answer.status === 503;
          return answer;
        },
      });
      // The page that says so is the web room's own; that it is for now only, and not a bug, is ours to say.
      if (isAway && response.status === 500)
        return sendPage(request, reply.header("retry-after", "2"), new Response(response.body, { status: 503, headers: response.headers }), policy);
      if (!key || response.status !== 200) return sendPage(request, reply, response, policy);
      const answer = hotAnswer(
        200,
        { ...headersOf(response), "cache-control": "no-cache", vary: "Cookie, Accept-Encoding" },
        Buffer.from(await response.arrayBuffer()),
      );
      answer.headers["content-security-policy"] = policyOf(answer.body, policy);
      if (acceptsBrotli(request)) answer.brotli = await compress(answer.body, thoroughly);
      hot.put(key, version, answer);
      return sendHot(request, reply, answer);
    },
  });

  app.setNotFoundHandler((request, reply) => {
    // A file that a newer build has replaced is gone; any other address is a page's, which takes GET and POST.
    const isGone = request.method === "GET" || request.method === "HEAD";
    const gone = new Refusal("not_found", "There is nothing at this address.");
    return sendRefusal(isGone ? gone : new Refusal("method_not_allowed", "This address does not take that method."), request, reply);
  });
}

/** What is asked for, at our own origin: a request line may hold a whole address, or begin like another site's (`//host/…`). */
const pageAddress = (asked: string, origin: string): URL => new URL(origin + asked.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").replace(/^[/\\]*/, "/"));

/** What a kept page depends on. The address is rebuilt of the known parts, so that nothing else can leak into what everybody gets. */
function keptKey(entry: RenderEntry, url: URL, language: Language, date: string): string | undefined {
  const isData = url.pathname.endsWith(".data");
  const names = isData ? undefined : entry.keptQuery(url);
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
  return `${url.pathname}?${url.search} ${language} ${date}`;
}

/**
 * The request as the web room reads it, at the public address, whatever the Host header says. Its origin was checked by
 * `refuseCrossSite`; the router would compare it with the public address alone, and refuse localhost beside 127.0.0.1.
 */
function pageRequest(request: FastifyRequest, reply: FastifyReply, url: URL): Request {
  request.raw.url = url.pathname + url.search;
  const sent = createRequest(request.raw, reply.raw, { protocol: url.protocol, host: url.host });
  const headers = new Headers(sent.headers);
  headers.delete("origin");
  return new Request(url, { method: request.method, headers, signal: sent.signal, body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null });
}

/** The API without the network, on behalf of the visitor: same routes, same checks. */
async function apiFetch(app: FastifyInstance, from: FastifyRequest, path: string, init: { method?: string; body?: unknown } = {}): Promise<Response> {
  const answer = await app.inject({
    method: (init.method ?? "GET") as "GET",
    url: path,
    remoteAddress: from.ip,
    headers: { ...(from.headers.cookie && { cookie: from.headers.cookie }), ...(init.body !== undefined && { "content-type": "application/json" }) },
    ...(init.body !== undefined && { payload: JSON.stringify(init.body) }),
  });
  const headers = Object.entries(answer.headers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, response: Response, policy: Policy): Promise<FastifyReply> {
  const body = Buffer.from(await response.arrayBuffer());
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") reply.header(name, value);
  }
  for (const value of response.headers.getSetCookie()) reply.header("set-cookie", value);
  if (!response.headers.has("cache-control")) reply.header("cache-control", "no-store");
  if (isHtml(response)) reply.header("content-security-policy", policyOf(body, policy));
  reply.code(response.status);
  if (body.length < leastCompressed || !acceptsBrotli(request)) return reply.send(body);
  return reply.headers({ "content-encoding": "br", vary: "Cookie, Accept-Encoding" }).send(await compress(body, quickly));
}

const isHtml = (response: Response): boolean => response.headers.get("content-type")?.startsWith("text/html") ?? false;
const headersOf = (response: Response): Record<string, string> => Object.fromEntries(response.headers);

/** Scripts are allowed by the hashes of those that stand in the page, so that a kept page and its 304 need no nonce. */
function policyOf(html: Buffer, { isDeveloping, signInOrigin }: Policy): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes(html.toString())}`,
    // Vite adds styles to the page and reloads it through a socket.
    isDeveloping ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data: https:",
    `connect-src 'self'${isDeveloping ? " ws:" : ""}${signInOrigin ? ` ${signInOrigin}` : ""}`,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
