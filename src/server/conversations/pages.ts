import type { FastifyReply, FastifyRequest } from "fastify";
import { isUuid } from "#server/db/is-uuid.ts";
import { nextAddress, notOfThisList, placeParts, writePlace } from "#server/db/list-cursor.ts";
import type { Place } from "./queries.ts";

/** The place that a cursor stands for. Throws a Refusal for what is none. */
export function readPlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [at, id] = placeParts(cursor);
  if (typeof at !== "string" || typeof id !== "string" || !isUuid(id) || !isInstant(at))
    throw notOfThisList();
  return { at, id };
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** Says where the next page begins, where there may be one. */
export function tellNext<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  found: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): void {
  const last = found.length === limit ? found.at(-1) : undefined;
  if (!last) return;
  const { at, id } = placeOf(last);
  reply.header("link", `<${nextAddress(request, writePlace([at, id]))}>; rel="next"`);
}
