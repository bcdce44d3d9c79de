import type { FastifyReply } from "fastify";

type Page = {
  path: string;
  /** Undefined in a list without a count. */
  total?: number;
  limit: number;
  found: readonly { id: string }[];
  filters?: Record<string, string | undefined>;
};

/**
 * Sets the headers of a list: the total, if it was counted, and the address of the next page, after the last id of
 * this page.
 */
export function setPageHeaders(reply: FastifyReply, { path, total, limit, found, filters = {} }: Page): void {
  if (total !== undefined) reply.header("x-total-count", String(total));
  const last = found.length === limit ? found.at(-1) : undefined;
  if (!last) return;
  const next = new URLSearchParams({ limit: String(limit), cursor: last.id });
  for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value);
  reply.header("link", `<${path}?${next.toString()}>; rel="next"`);
}
