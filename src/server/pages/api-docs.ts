import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { brand } from "#domain/brand.ts";
import { inlineScripts, scriptHashes } from "./page-policy.ts";

const prefix = "/api/docs";
const pages = [prefix, `${prefix}/`, `${prefix}/js/scalar.js`];

/**
 * The API's description as a page for people. The package that draws it takes as much memory as the rest of the
 * API, so it is loaded for the first reader, in an application of its own.
 */
export function apiDocs(app: FastifyInstance): void {
  let opening: Promise<FastifyInstance> | undefined;
  const open = () =>
    (opening ??= openDocs().catch((error: unknown) => ((opening = undefined), Promise.reject(error))));
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const docs = await open();
    const { statusCode, headers, rawPayload } = await docs.inject({ url: request.url });
    for (const name of ["content-type", "location"] as const)
      if (headers[name] !== undefined) reply.header(name, headers[name]);
    const isPage = String(headers["content-type"]).startsWith("text/html");
    if (isPage) reply.header("content-security-policy", policyOf(rawPayload.toString()));
    return reply.code(statusCode).send(rawPayload);
  };
  for (const url of pages) app.get(url, { schema: { hide: true } }, answer);
}

/** The page has nothing from a caller in it, so its own script may run; its styles are made at run time. */
function policyOf(page: string): string {
  const styles =
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'";
  const nothingElse = "base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'";
  const scripts = scriptHashes([...inlineScripts(page)].map(({ code }) => code));
  return `default-src 'self'; script-src 'self' ${scripts}; ${styles}; ${nothingElse}`;
}

async function openDocs(): Promise<FastifyInstance> {
  const { default: apiReference } = await import("@scalar/fastify-api-reference");
  const docs = Fastify();
  await docs.register(apiReference, {
    routePrefix: prefix,
    configuration: {
      url: "/api/openapi.json",
      title: `${brand.name.en} API`,
      // The page only describes our API: it offers no other services and calls no other site.
      telemetry: false,
      withDefaultFonts: false,
      showDeveloperTools: "never",
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await docs.ready();
  return docs;
}
