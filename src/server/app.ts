import multipart from "@fastify/multipart";
import swagger from "@fastify/swagger";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { notFound } from "#contract/params.ts";
import { brand } from "#domain/brand.ts";
import { profileRoutes } from "#gotrue/profiles.ts";
import { authRoutes } from "#gotrue/routes.ts";
import { apiDocs } from "./pages/api-docs.ts";
import { healthRoutes } from "./http/health.ts";
import {
  compress,
  type CachedResponse,
  cachedResponse,
  sendCached,
  strongCompression,
} from "./http/response-cache.ts";
import { mailboxRoutes } from "./mail/mailbox-routes.ts";
import { metricsRoutes } from "./metrics/routes.ts";
import { nameRequests, requestIdOf } from "./http/request-id.ts";
import { boundedServer } from "./http/connections.ts";
import { multipartOptions } from "./http/multipart-parts.ts";
import { webhookRoutes } from "./payments/webhooks/routes.ts";
import { type PageRenderer, pageRoutes } from "./pages/pages.ts";
import { guardHeads } from "./http/card-guard.ts";
import { answerError, sendRefusal } from "./http/error-handler.ts";
import {
  refuseCrossSite,
  refuseDoubleHeaders,
  refuseToRun,
  noScriptPolicy,
  securityHeaders,
} from "./http/security.ts";
import { apiRoutes } from "./api-routes.ts";
import { carRoutes } from "./cars/routes.ts";
import { answerKept, keepAnswers } from "./cars/serve-kept.ts";
import type { Services } from "./services.ts";
import { endSlowBodies, longestUpload } from "./http/slow-bodies.ts";
import { sitemapRoutes } from "./sitemap/routes.ts";
import { authorise } from "./auth/authorise.ts";
import { ownedOf } from "./auth/ownership.ts";

/** A registered route, for the check that each route has its place in the table of who may call what. */
export type KnownRoute = { method: string; url: string };

declare module "fastify" {
  interface FastifyInstance {
    knownRoutes: readonly KnownRoute[];
  }
}

/** Many callers send the JSON content type on every write, also on one without a body, such as signing out. */
function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" && !request.routeOptions.schema?.body
      ? done(null, undefined)
      : parse(request, String(body), done),
  );
}

/** The description of the API for programs: written once, with the same bytes for every caller. */
function openapiRoute(app: FastifyInstance): void {
  let written: CachedResponse | undefined;
  app.get("/api/openapi.json", { schema: { hide: true } }, async (request, reply) => {
    if (!written) {
      const body = Buffer.from(JSON.stringify(app.swagger()));
      written = cachedResponse(
        200,
        {
          "content-type": "application/json; charset=utf-8",
          "cache-control": "no-cache",
          vary: "Accept-Encoding",
        },
        body,
      );
      written.brotli = await compress(body, strongCompression);
    }
    return sendCached(request, reply, written);
  });
}

/** Answers "not found" before a body is read: nothing here would read it. */
function nothingAt(app: FastifyInstance, url: string): void {
  const onRequest = (request: FastifyRequest, reply: FastifyReply) =>
    void sendRefusal(notFound("not_found"), request, reply);
  app.all(url, { schema: { hide: true }, onRequest }, () => undefined);
}

/** Before a call: waits for settings that have changed. */
const freshSettings =
  ({ settings }: Pick<Services, "settings">) =>
  (_request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const reading = settings.ensureFresh();
    if (!reading) return done();
    // oxlint-disable-next-line promise/no-callback-in-promise -- an async hook would make every call wait, not these alone
    reading.then(() => done(), done);
  };

/** The most bytes of a body from any caller: more than any form of ours holds. */
const longestOpenBody = 64 * 1024;
/** Milliseconds that the pages may take to be there: in development a slow machine compiles them first. */
const longestStart = 120_000;

/**
 * The whole product as a value: listen to it, or inject requests into it. Without a renderer it has no pages.
 */
export async function buildApp(services: Services, renderer?: PageRenderer): Promise<FastifyInstance> {
  const { config } = services;
  const headers = securityHeaders(config);
  const app = Fastify({
    // While the process stops, an open connection gets one more answer, which asks the caller to connect again.
    return503OnClosing: false,
    loggerInstance: services.log,
    // Lines within a request's context have its id already.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length ? [...config.trustProxy] : false,
    bodyLimit: longestOpenBody,
    pluginTimeout: longestStart,
    serverFactory: (handle) =>
      boundedServer(handle, {
        requestTimeout: longestUpload,
        headersTimeout: 10_000,
        connectionsCheckingInterval: 2000,
        maxHeaderSize: 16_384,
      }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    genReqId: ({ headers }) => requestIdOf(headers["x-request-id"], config.trustProxy.length > 0),
    // Fastify sends these errors before any hook has run.
    frameworkErrors: (error, request, reply) =>
      void answerError(
        error,
        request,
        reply.headers({ ...headers, "content-security-policy": noScriptPolicy }),
      ),
  });
  // A plain-text body needs no preflight from another site, and nothing here reads one.
  app.removeContentTypeParser("text/plain");
  takeEmptyBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.addHook("onRequest", refuseDoubleHeaders);
  const kept = keepAnswers(services);
  app.addHook("onRequest", answerKept(kept));
  nameRequests(app);
  app.addHook("onRequest", refuseCrossSite(config));
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook("onRequest", guardHeads);
  app.addHook("onRequest", endSlowBodies);
  app.addHook("onSend", refuseToRun);

  const routes: KnownRoute[] = [];
  app.decorate("knownRoutes", routes);
  app.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  app.decorate("authorise", (request, needs) => authorise(services, request, needs));
  app.decorate("own", (request, owns) => ownedOf(services, request, owns));

  metricsRoutes(app, services);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${brand.name.en} API`,
        version: "1",
        description:
          "Cars by the month. Money is US dollars as text with two decimals; dates are calendar dates in Los Angeles.",
      },
      servers: [{ url: config.publicUrl.origin }],
    },
    transform: jsonSchemaTransform,
  });

  const waitForSettings = freshSettings(services);
  await app.register(async (cars) => {
    cars.addHook("onRequest", waitForSettings);
    carRoutes(cars, services, kept);
  });
  // Takes forms with files, which costs each of its calls a little: the catalogue's are outside.
  await app.register(async (api) => {
    api.addHook("onRequest", waitForSettings);
    await api.register(multipart, multipartOptions);
    apiRoutes(api, services);
    openapiRoute(api);
    nothingAt(api, "/api/*");
  });
  await app.register(async (webhooks) => {
    webhooks.addHook("onRequest", waitForSettings);
    webhookRoutes(webhooks, services);
  });
  const { auth } = services;
  if (auth) {
    await app.register(async (protocol) => authRoutes(protocol, auth), { prefix: "/auth/v1" });
    await app.register(async (profiles) => profileRoutes(profiles, auth), { prefix: "/rest/v1" });
  }
  apiDocs(app);
  healthRoutes(app, services);
  sitemapRoutes(app, services);
  if (config.hasDevPages) mailboxRoutes(app, services);
  else nothingAt(app, "/dev/*");
  if (renderer) await app.register(pageRoutes, { services, renderer });
  return app;
}
