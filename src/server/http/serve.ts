import fastJson from "fast-json-stringify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  type Answer,
  type BodyRead,
  effectOf,
  type Endpoint,
  isAccess,
  type Owns,
  type ParamsRead,
  type QueryRead,
} from "#contract/endpoint.ts";
import { ErrorBody } from "#contract/errors.ts";
import { refuseCardNumbers } from "./card-guard.ts";
import type { Needs, SignedIn } from "#server/auth/authorise.ts";
import type { Owned } from "#server/auth/ownership.ts";

/** Bytes of a body from somebody whom we know. Anybody else sends no more than the application takes by itself. */
const longestBody = 256 * 1024;

/** Answers who calls, where the endpoint asks for somebody; throws a Refusal for anybody else. */
export type Authorise = (request: FastifyRequest, needs: Needs) => Promise<SignedIn | undefined>;

/** Answers the thing that a call is about; throws a Refusal for whoever is nothing to it, as if there were none. */
export type Own = (request: FastifyRequest, owns: Owns) => Promise<Owned>;

declare module "fastify" {
  interface FastifyInstance {
    authorise: Authorise;
    own: Own;
  }
  interface FastifyContextConfig {
    isUpload?: boolean;
  }
}

export type EndpointCall<E extends Endpoint> = {
  params: ParamsRead<E>;
  query: QueryRead<E>;
  body: BodyRead<E>;
  /** Who calls; undefined where anybody may. */
  signedIn: E["access"] extends "public" ? undefined : SignedIn;
  /** The thing that it is about, where the endpoint says whose that has to be. */
  owned: E["owns"] extends Owns ? Owned : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Options = {
  /** Runs before anything is parsed; what it sends is the answer. For answers that are kept. */
  early?: (request: FastifyRequest, reply: FastifyReply) => void;
  /**
   * Writes answers with a serialiser compiled from the schema, some four times as fast as checking and then
   * writing.
   */
  isCompiled?: boolean;
  /** Takes files: the body may be large, and may take long as long as it keeps coming. */
  isUpload?: boolean;
};

const answerEarly =
  (early: NonNullable<Options["early"]>) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    early(request, reply);
    if (!reply.sent) done();
  };

/** Lets nothing on the way keep an answer, unless its handler says otherwise. */
function keepNowhere(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header("cache-control", "no-store");
  done();
}

/** Before anything is read: throws a Refusal for whoever may not call, and lets nothing on the way keep the answer. */
export const requireAccess =
  (app: FastifyInstance, needs: Needs) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header("cache-control", "no-store");
    await app.authorise(request, needs);
  };

/** What calls that are under way are about. */
const owned = new WeakMap<FastifyRequest, Owned>();

/** Compiled once for an endpoint, however many applications a process makes. */
const serializers = new Map<Endpoint, (value: unknown) => string>();

/** Writes what the endpoint's schema declares and nothing else. Errors keep their own serialiser. */
function compiledSerializer(endpoint: Endpoint): (value: unknown) => string {
  const known = serializers.get(endpoint);
  if (known) return known;
  const schema = z.toJSONSchema(endpoint.response, { target: "draft-7", io: "output" });
  const write = fastJson(schema as Parameters<typeof fastJson>[0]);
  serializers.set(endpoint, write);
  return write;
}

/**
 * Registers one endpoint of the contract: its schemas check what comes in and strip what goes out. A handler
 * returns the answer, or the reply where it has sent a file, or throws a Refusal. Throws at start for an endpoint that does not say who may call it.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: EndpointCall<E>) => Promise<Answer<E> | FastifyReply> | Answer<E>,
  options: Options = {},
): void {
  if (!isAccess(endpoint.access))
    throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it`);
  const { early, isCompiled, isUpload = false } = options;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { isUpload },
    ...(endpoint.access !== "public" && { bodyLimit: longestBody }),
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { [endpoint.status]: endpoint.response, "4xx": ErrorBody, "5xx": ErrorBody },
    },
    ...(isCompiled && { serializerCompiler: () => compiledSerializer(endpoint) }),
    onRequest: [
      ...(early ? [answerEarly(early)] : []),
      // Before the body is read: who may not call has sent us nothing.
      ...(endpoint.access === "public" && effectOf(endpoint) === "read"
        ? [keepNowhere]
        : [requireAccess(app, endpoint)]),
    ],
    preValidation: async (request) => {
      if (endpoint.body) refuseCardNumbers(request.body);
      // Before what was sent is looked at: to whom a thing is none of theirs, nothing is said of it.
      if (endpoint.owns) owned.set(request, await app.own(request, endpoint.owns));
    },
    handler: async (request, reply) => {
      reply.code(endpoint.status);
      const signedIn = await app.authorise(request, endpoint);
      return handle({
        params: request.params,
        query: request.query,
        body: request.body,
        signedIn,
        owned: owned.get(request),
        request,
        reply,
      } as EndpointCall<E>);
    },
  });
}
