import { z } from "zod";
import { Refusal } from "#contract/errors.ts";

/** Where the next page of a list begins: after this value of the sort and this id. */
export type Cursor = { after: string | number; id: string };

const Position = z.tuple([z.union([z.string(), z.number()]), z.guid()]);

export const writeCursor = ({ after, id }: Cursor): string => Buffer.from(JSON.stringify([after, id])).toString("base64url");

/** Reads what `writeCursor` wrote. `isNumber` is the sort's own: a cursor of another sort is refused like any made-up one. */
export function readCursor(text: string, isNumber: boolean): Cursor {
  const position = Position.safeParse(parseOrUndefined(Buffer.from(text, "base64url").toString()));
  if (!position.success || (typeof position.data[0] === "number") !== isNumber) {
    throw new Refusal("malformed", "cursor is not one of this list.", { fields: { cursor: { code: "invalid", message: "is not one of this list" } } });
  }
  return { after: position.data[0], id: position.data[1] };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
