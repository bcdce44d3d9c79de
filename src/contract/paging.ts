import * as z from "zod/mini";
import { unlessEmpty, Uuid, wholeNumber } from "./fields.ts";

/**
 * A list answers with its rows. The header `Link` has the address of the next page, and `X-Total-Count` the number of
 * all rows where they are counted. Reviews come in an object, beside the mean and the number of all.
 */

/** The part of a list's query that chooses a page: at most `limit` rows, after the place that `cursor` names. */
export const pageAfter = <Cursor extends z.ZodMiniType>(cursor: Cursor, most = 100) => ({
  limit: unlessEmpty(wholeNumber(1, most)),
  cursor: unlessEmpty(cursor),
});

/** The cursor is the id of the last row before the page. */
export const idPage = pageAfter(Uuid);

/** A place in a list, as the link to the next page has it. */
export const PlaceCursor = z.string().check(z.maxLength(1000));
export const placePage = pageAfter(PlaceCursor);

/** The cursor is the number of the last row before the page. */
export const numberPage = pageAfter(z.string().check(z.regex(/^\d{1,15}$/, "must be of this list")));
