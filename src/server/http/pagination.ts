import type { FastifyReply } from "fastify";

type Page = {
  path: string;
  /** Left out where nobody counts them. */
  total?: number;
  limit: number;
  found: readonly { id: string }[];
  filters?: Record<string, string | undefined>;
};

/**
 * Says in the headers of a list how many there are in all, where that was counted, and where its next page begins: after the last id
 * of this one.
 */
export function setPageHeaders(reply: FastifyReply, { path, total, limit, found, filters = {} }: Page): void {
  if (total !== undefined) reply.header("x-total-count", String(total));
  const last = found.length === limit ? found.at(-1) : undefined;
  if (!last) return;
  const next = new URLSearchParams({ limit: String(limit), cursor: last.id });
  for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value);
  reply.header("link", `<${path}?${next.toString()}>; rel="next"`);
}
