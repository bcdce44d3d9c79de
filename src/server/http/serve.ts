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
import type { OwnershipAnswer } from "#server/auth/ownership.ts";

/** The most bytes of a body from a signed-in caller. Other callers have the application's smaller limit. */
const longestBody = 256 * 1024;

/** Returns the caller, if the endpoint needs one; throws a Refusal for any other. */
export type Authorise = (request: FastifyRequest, needs: Needs) => Promise<SignedIn | undefined>;

/** Returns the thing that a call is about; throws a Refusal for an unrelated caller, as if it didn't exist. */
export type Own = (request: FastifyRequest, owns: Owns) => Promise<OwnershipAnswer>;

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
  /** The caller; undefined for a public endpoint. */
  signedIn: E["access"] extends "public" ? undefined : SignedIn;
  /** The thing that the call is about, if the endpoint names the people who may reach it. */
  owned: E["owns"] extends Owns ? OwnershipAnswer : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Options = {
  /**
   * Writes answers with a serialiser compiled from the schema, some four times as fast as checking and then
   * writing.
   */
  isCompiled?: boolean;
  /** Takes files: the body may be large, and may take long as long as it keeps coming. */
  isUpload?: boolean;
};

/** Forbids caches to store an answer, unless its handler says otherwise. */
function keepNowhere(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header("cache-control", "no-store");
  done();
}

/** Before anything is read: throws a Refusal for a caller without access, and keeps the answer uncached. */
export const requireAccess =
  (app: FastifyInstance, needs: Needs) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header("cache-control", "no-store");
    await app.authorise(request, needs);
  };

/** The things that the running calls are about. */
const owned = new WeakMap<FastifyRequest, OwnershipAnswer>();

/** Compiled once for an endpoint, however many applications a process makes. */
const serializers = new Map<Endpoint, (value: unknown) => string>();

/** Serializes only what the endpoint's schema declares. Errors keep their own serializer. */
function compiledSerializer(endpoint: Endpoint): (value: unknown) => string {
  const known = serializers.get(endpoint);
  if (known) return known;
  const schema = z.toJSONSchema(endpoint.response, { target: "draft-7", io: "output" });
  const write = fastJson(schema as Parameters<typeof fastJson>[0]);
  serializers.set(endpoint, write);
  return write;
}

/**
 * Registers one endpoint of the contract: its schemas check the input and strip the output. A handler returns the
 * answer, or the reply after sending a file, or throws a Refusal. Throws at the start if access is unset.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: EndpointCall<E>) => Promise<Answer<E> | FastifyReply> | Answer<E>,
  options: Options = {},
): void {
  if (!isAccess(endpoint.access))
    throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it`);
  const { isCompiled, isUpload = false } = options;
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
    // Before the body is read: a caller without access can send us nothing.
    onRequest:
      endpoint.access === "public" && effectOf(endpoint) === "read"
        ? keepNowhere
        : requireAccess(app, endpoint),
    preValidation: async (request) => {
      if (endpoint.body) refuseCardNumbers(request.body);
      // Before the input is checked: an unrelated caller learns nothing about the thing.
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
