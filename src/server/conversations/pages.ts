import type { FastifyReply, FastifyRequest } from "fastify";
import { isUuid } from "#server/db/is-uuid.ts";
import {
  isInstant,
  isInteger,
  nextAddress,
  notOfThisList,
  placeParts,
  writePlace,
} from "#server/db/list-cursor.ts";
import type { ConversationCursor } from "./queries.ts";

/** The place that a cursor names. Throws a Refusal for an invalid cursor. */
export function readPlace(cursor: string | undefined): ConversationCursor | undefined {
  if (cursor === undefined) return undefined;
  const [at, id] = placeParts(cursor);
  if (!isInstant(at) || typeof id !== "string" || !isUuid(id)) throw notOfThisList();
  return { at, id };
}

/** The number of a message that a cursor names. Throws a Refusal for an invalid cursor. */
export function readNumber(cursor: string): number {
  const [number] = placeParts(cursor);
  if (!isInteger(number)) throw notOfThisList();
  return number;
}

/** Sets the link to the next page, if there may be one. */
export function setNextLink<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  found: readonly Row[],
  limit: number,
  placeOf: (row: Row) => ConversationCursor,
): void {
  const last = found.length === limit ? found.at(-1) : undefined;
  if (!last) return;
  const { at, id } = placeOf(last);
  reply.header("link", `<${nextAddress(request, writePlace([at, id]))}>; rel="next"`);
}
