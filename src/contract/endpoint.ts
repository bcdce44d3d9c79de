import type { ZodMiniType } from "zod/mini";
import type * as z from "zod/mini";
import { type Permission, permissions } from "#domain/people/permissions.ts";
import type { Relation } from "#domain/people/relations.ts";

/**
 * Who may call. Default: nobody. The server refuses to start with a route whose endpoint has no `access`.
 * - `public`: anybody.
 * - `session`: a signed-in person, even if suspended or without their second factor. For leaving.
 * - `account`: a person who is fully signed in and not suspended.
 * - `own_money`: the same, and suspended people who host or hosted: they may still read what they earned.
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
  | "admin"
  | readonly [Permission, ...Permission[]];

export const isAccess = (value: unknown): value is Access =>
  Array.isArray(value)
    ? value.length > 0 && value.every((item) => permissions.some((permission) => permission === item))
    : ["public", "session", "account", "own_money", "host", "admin"].some((word) => word === value);

/**
 * The thing that a call is about, and which relations to it let a caller in. The parameter `id` is the thing's id;
 * `key`, in query or body, is the secret from the order's email. Other callers get the answer that it doesn't exist.
 */
export type Owns = { [Subject in OwnedSubject]?: readonly [Relation, ...Relation[]] };
export type OwnedSubject = "order" | "conversation" | "car";

/**
 * What a call does. `read` changes nothing, or only the caller's own session or view: a read-only administrator
 * may make the call. Without an effect in the endpoint, GET reads and every other method writes.
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
  /** Needs a sign-in of the last few minutes: a stolen session can't make the call. */
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
