import { z } from "zod";
import { type CarSort, carSorts } from "#domain/cars/cars.ts";
import { isPlainText } from "#domain/plain-text.ts";
import { notOfThisList, placeParts, writePlace } from "#server/db/list-cursor.ts";

/** Where the next page of a list begins: after this value of its sort and this id. */
export type Cursor = { sort: CarSort; after: string | number; id: string };

/** Only values that PostgreSQL can compare with its columns. */
const Position = z.tuple([z.enum(carSorts), z.union([z.string().refine(isPlainText), z.int32()]), z.guid()]);

export const writeCursor = ({ sort, after, id }: Cursor): string => writePlace([sort, after, id]);

/**
 * Reads a cursor that `writeCursor` wrote for this sort. A cursor of another sort is refused like an invented one,
 * because it would leave cars out.
 */
export function readCursor(text: string, wanted: CarSort, isNumber: boolean): Cursor {
  const position = Position.safeParse(placeParts(text));
  const [sort, after, id] = position.data ?? [];
  if (
    sort !== wanted ||
    after === undefined ||
    id === undefined ||
    (typeof after === "number") !== isNumber
  ) {
    throw notOfThisList();
  }
  return { sort, after, id };
}
