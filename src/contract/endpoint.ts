import type { ZodMiniType } from "zod/mini";
import type * as z from "zod/mini";
import { type Permission, permissions } from "#domain/people/permissions.ts";
import type { Relation } from "#domain/people/relations.ts";

/**
 * Who may call. Deny by default: the server refuses to start with a route whose endpoint does not say.
 * - `public`: anybody.
 * - `session`: whoever is signed in, suspended or without their second factor too. For leaving.
 * - `account`: whoever is signed in wholly, and not suspended.
 * - `own_money`: whoever is signed in wholly, and suspended people who host or did: what one earned stays one's own to read.
 * - `host`: an account with the mark of a host, whatever its role.
 * - `administrator`: an administrator, whatever their permissions.
 * - a list: an administrator with one of these permissions.
 */
export type Access =
  | "public"
  | "session"
  | "account"
  | "own_money"
  | "host"
  | "administrator"
  | readonly [Permission, ...Permission[]];

export const isAccess = (value: unknown): value is Access =>
  Array.isArray(value)
    ? value.length > 0 && value.every((item) => permissions.some((permission) => permission === item))
    : ["public", "session", "account", "own_money", "host", "administrator"].some((word) => word === value);

/**
 * Names the thing that a call is about, and what its caller has to be to it. The parameter `id` is the thing's id, the
 * `key` of the query or the body is the key of its email. Anybody else is answered that there is no such thing.
 */
export type Owns = { [Subject in OwnedSubject]?: readonly [Relation, ...Relation[]] };
export type OwnedSubject = "order" | "conversation" | "car";

/**
 * What a call does. `read` changes nothing, or one's own session or view alone: an administrator who may only read may
 * make it. GET reads and every other method writes, where the endpoint says nothing else.
 */
export type Effect = "read" | "write";

export const effectOf = ({ method, effect }: { method: string; effect?: Effect | undefined }): Effect =>
  effect ?? (method === "GET" || method === "HEAD" ? "read" : "write");

/**
 * One call of the API, as a value. It drives the route and its authorisation on the server, the browser's
 * client, and the OpenAPI document. Paths are Fastify's: "/api/cars/:id".
 */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/${string}`;
  summary: string;
  tag: string;
  access: Access;
  effect?: Effect;
  owns?: Owns;
  /** Asks for a sign-in of the last minutes: a stolen session doesn't reach it. */
  needsFreshSignIn?: true;
  params?: ZodMiniType;
  query?: ZodMiniType;
  body?: ZodMiniType;
  response: ZodMiniType;
  status: 200 | 201;
};

export const endpoint = <const E extends Endpoint>(value: E): E => value;

/** What a caller sends, and what the server reads after checking. */
type InputOf<S> = S extends ZodMiniType ? z.input<S> : undefined;
type OutputOf<S> = S extends ZodMiniType ? z.output<S> : undefined;

export type ParamsSent<E extends Endpoint> = InputOf<E["params"]>;
export type QuerySent<E extends Endpoint> = InputOf<E["query"]>;
export type BodySent<E extends Endpoint> = InputOf<E["body"]>;
export type ParamsRead<E extends Endpoint> = OutputOf<E["params"]>;
export type QueryRead<E extends Endpoint> = OutputOf<E["query"]>;
export type BodyRead<E extends Endpoint> = OutputOf<E["body"]>;
/**
 * The answer as JSON. Answers have no transforms: what the server gives is what the caller gets, minus
 * undeclared fields.
 */
export type Answer<E extends Endpoint> = z.output<E["response"]>;
