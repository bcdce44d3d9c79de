import { localStore } from "#web/ui/browser-storage.ts";
import type { Answer, BodySent, Endpoint, ParamsSent, QuerySent } from "#contract/endpoint.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { sessionKey } from "#web/session/session-names.ts";

/** Calls the API: in process while a page is made on the server, over the network in the browser. */
export type Fetcher = (path: string, init?: Call) => Promise<Response>;
type Call = { method?: string; body?: unknown } & Conditions;
type Conditions = {
  /** The version that the caller saw. If a newer one exists, the server answers 412 with the newer one. */
  seen?: string;
  /** The request continues when the person leaves the page. Its body is at most 64 kB. */
  keepalive?: boolean;
};

/** Query values are text: the names are those of the endpoint, and each may be left out. */
type QueryWords<E extends Endpoint> = { [name in keyof QuerySent<E>]?: string | undefined };
export type EndpointInput<E extends Endpoint> = {
  params?: ParamsSent<E>;
  query?: QueryWords<E>;
  body?: BodySent<E>;
} & Conditions;

/** An answer that is not ok. The message is for logs, "409: …"; people get to see `body.message`. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | undefined;

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.body = parseErrorBody(text);
  }
}

/**
 * Calls `api(getCar, { params }, scope.apiFetch)` run in a loader, calls `api(getCar, { params })` in the browser.
 * There the build keeps only the method and the path of an endpoint (tools/endpoints).
 */
export async function api<E extends Endpoint>(
  endpoint: E,
  sent: EndpointInput<E> = {},
  fetcher: Fetcher = fetchFromBrowser,
): Promise<Answer<E>> {
  const response = await call(endpoint, sent, fetcher);
  return (await response.json()) as Answer<E>;
}

/** `counts`: how many items each filter of the list has, by the filter's name, if the server says so. */
export type Page<T> = { items: T; total: number; counts?: Record<string, number>; nextCursor?: string };

/** One page of a list, with the number of all items and the start of the next page. */
export async function apiPage<E extends Endpoint>(
  endpoint: E,
  sent: EndpointInput<E>,
  fetcher: Fetcher = fetchFromBrowser,
): Promise<Page<Answer<E>>> {
  const response = await call(endpoint, sent, fetcher);
  const items = (await response.json()) as Answer<E>;
  const nextCursor = /<([^<>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return {
    items,
    total: Number(response.headers.get("x-total-count") ?? 0),
    counts: Object.fromEntries(
      [...response.headers].flatMap(([name, value]) =>
        name.startsWith("x-count-") ? [[name.slice("x-count-".length), Number(value)]] : [],
      ),
    ),
    ...(nextCursor && {
      nextCursor: new URL(nextCursor, "http://localhost").searchParams.get("cursor") ?? undefined,
    }),
  };
}

async function call<E extends Endpoint>(
  endpoint: E,
  sent: EndpointInput<E>,
  fetcher: Fetcher,
): Promise<Response> {
  const response = await fetcher(pathOf(endpoint, sent.params) + searchOf(sent.query), {
    method: endpoint.method,
    ...(sent.body !== undefined && { body: sent.body }),
    ...(sent.seen !== undefined && { seen: sent.seen }),
    ...(sent.keepalive && { keepalive: true }),
  });
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response;
}

/** An endpoint's path with its parameters filled in. */
export const pathOf = <E extends Endpoint>(endpoint: E, params?: ParamsSent<E>): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(valuesOf(params)[name])));

function searchOf(query: unknown): string {
  const pairs = Object.entries(valuesOf(query)).filter(([, value]) => value !== undefined && value !== "");
  return pairs.length ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : "";
}

const valuesOf = (record: unknown): Record<string, unknown> =>
  typeof record === "object" && record !== null ? { ...record } : {};

/** Requests without an answer yet, by path and content: a double click sends only one request. */
const onTheirWay = new Map<string, Promise<Response>>();

async function fetchFromBrowser(path: string, init: Call = {}): Promise<Response> {
  const { method = "GET" } = init;
  if (method === "GET") return fetchOnce(path, init);
  const key = path + JSON.stringify(init);
  const answer = onTheirWay.get(key) ?? fetchOnce(path, init).finally(() => onTheirWay.delete(key));
  onTheirWay.set(key, answer);
  return (await answer).clone();
}

async function fetchOnce(path: string, { method = "GET", body, seen, keepalive }: Call): Promise<Response> {
  const headers = {
    ...(await authorization()),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(seen !== undefined && { "if-match": `"${seen}"` }),
  };
  return fetch(path, {
    method,
    credentials: "include",
    headers,
    ...(keepalive && { keepalive }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/**
 * Returns the header that says who calls, for calls that `api` doesn't make. The code that reads and renews
 * sessions is loaded only by browsers that keep a session.
 */
export async function authorization(): Promise<{ authorization?: string }> {
  if (!keepsSession()) return {};
  const token = await (await import("./session/fresh-token.ts")).freshToken();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function keepsSession(): boolean {
  try {
    return Boolean(localStore()?.getItem(sessionKey));
  } catch {
    return false;
  }
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "code" in body && "message" in body
      ? (body as ErrorBody)
      : undefined;
  } catch {
    return undefined;
  }
}
