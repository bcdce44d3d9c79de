import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import type { Config } from "#server/config.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site's page sends: by Origin, and by Sec-Fetch-Site where a browser gives no
 * origin. Programs send neither.
 */
export function refuseCrossSite({ publicUrl, auth }: Pick<Config, "publicUrl" | "auth">) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    if (safeMethods.has(request.method)) return done();
    const { origin, host } = request.headers;
    // A page elsewhere that signs in through us sends a token and no cookie.
    if (
      origin !== undefined &&
      auth.allowedOrigins.includes(origin) &&
      /^\/(auth|rest)\/v1\//.test(request.url)
    )
      return done();
    const site = request.headers["sec-fetch-site"];
    const isOurs =
      origin === undefined ||
      origin === publicUrl.origin ||
      origin === `http://${host}` ||
      origin === `https://${host}`;
    const isCrossSite = !isOurs || site === "cross-site" || site === "same-site";
    return isCrossSite ? done(new Refusal("cross_site", "This request came from another site.")) : done();
  };
}

/** Headers with a request's target, sender and type of content. */
const onceOnly = new Set(["host", "authorization", "origin", "content-type", "sec-fetch-site"]);

/**
 * Refuses a request with one of these headers twice: Node reads the first, a proxy may have read the last, so one of
 * them may trust a value that the other has not checked.
 */
export function refuseDoubleHeaders(
  { raw: { rawHeaders } }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const seen = new Set<string>();
  let double: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (!onceOnly.has(name)) continue;
    if (seen.has(name)) double ??= name;
    seen.add(name);
  }
  done(double ? new Refusal("malformed", `The request has more than one header ${double}.`) : undefined);
}

/** Headers of every answer. */
export const securityHeaders = ({ publicUrl }: Pick<Config, "publicUrl">): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  ...(publicUrl.protocol === "https:" && {
    "strict-transport-security": "max-age=63072000; includeSubDomains",
  }),
});

/** The policy of an answer that isn't a page. */
export const noScriptPolicy = "default-src 'none'; frame-ancestors 'none'";

const readable = /^(text|application)\/(html|json|csv|plain|xml|problem\+json)\b/;

/**
 * Sets a policy that lets nothing load or run, on an answer that a browser could show as a document and that has
 * no policy of its own. Pages and pictures have their own.
 */
export function refuseToRun(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (!reply.hasHeader("content-security-policy") && readable.test(String(reply.getHeader("content-type"))))
    reply.header("content-security-policy", noScriptPolicy);
  done(null, payload);
}
