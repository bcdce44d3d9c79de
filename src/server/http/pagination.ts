import type { FastifyReply, FastifyRequest } from "fastify";

/** The rows of a page where the caller names no number. Lists of long rows have their own. */
export const usualPage = 50;

type Page = {
  path: string;
  /** Undefined in a list without a count. */
  total?: number;
  limit: number;
  found: readonly { id: string }[];
  filters?: Record<string, string | undefined>;
};

/** The last row of a page that is full: the next page, if any, follows it. */
export const lastOfFull = <Row>(found: readonly Row[], limit: number): Row | undefined =>
  found.length === limit ? found.at(-1) : undefined;

/** A page of rows that were looked up with one row more than it may have: its last row, if more rows follow. */
export function cutPage<Row>(found: readonly Row[], limit: number): { page: Row[]; last: Row | undefined } {
  const page = found.slice(0, limit);
  return { page, last: found.length > limit ? page.at(-1) : undefined };
}

/**
 * Sets the headers of a list: the total, if it was counted, and the address of the next page, after the last id of
 * this page.
 */
export function setPageHeaders(reply: FastifyReply, { path, total, limit, found, filters = {} }: Page): void {
  if (total !== undefined) reply.header("x-total-count", String(total));
  const last = lastOfFull(found, limit);
  if (!last) return;
  const next = new URLSearchParams({ limit: String(limit), cursor: last.id });
  for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value);
  reply.header("link", `<${path}?${next.toString()}>; rel="next"`);
}

/** Sets the address of the next page, if there is one: the request's own address, with its filters, and a cursor. */
export function setNextLink(request: FastifyRequest, reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return;
  const next = new URL(request.raw.url ?? "", "http://longbay.invalid");
  next.searchParams.set("cursor", cursor);
  reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
}
