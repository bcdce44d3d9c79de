import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { Refusal } from "#contract/errors.ts";
import { isDate } from "#domain/dates.ts";
import { isUuid } from "./is-uuid.ts";

/** A place in a list, written for an address: its row's sort values and the row's id. */
export const writePlace = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString("base64url");

/** The parts of a text that `writePlace` wrote; none for any other text. The list checks what the parts are. */
export function placeParts(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** An instant as cursors write it, on a day that exists: PostgreSQL can't read other days. */
export const isInstant = (value: unknown): value is string =>
  typeof value === "string" &&
  isDate(value.slice(0, 10)) &&
  /^T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}(?:\d{3})?Z$/.test(value.slice(10));

/** A whole number that a column of PostgreSQL's `integer` can be compared with. */
export const isInteger = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31;

export const notOfThisList = (): Refusal =>
  new Refusal("malformed", "cursor is not one of this list.", {
    fields: { cursor: { code: "invalid", message: "is not one of this list" } },
  });

/** Whether a part of a cursor can be the id of a row. */
export const isIdPart = (part: unknown): part is string => typeof part === "string" && isUuid(part);

/** The place of a row by an instant and its id, in a list that is sorted by these. */
export type InstantPlace = { at: string; id: string };

export const writeInstantPlace = ({ at, id }: InstantPlace): string => writePlace([at, id]);

/** Reads what `writeInstantPlace` wrote. Throws a Refusal for any other text. */
export function readInstantPlace(cursor: string): InstantPlace {
  const [at, id] = placeParts(cursor);
  if (!isInstant(at) || !isIdPart(id)) throw notOfThisList();
  return { at, id };
}

type Page = {
  cursor: string | undefined;
  /** The oldest first. */
  isUp?: boolean;
  /** A condition on the table: which rows the cursor may name. */
  among?: SQL | undefined;
};

/** SQL: the rows that follow the cursor's row in a list by an instant, newest first; undefined without a cursor. */
export const afterRow = (
  table: PgTable & { id: PgColumn },
  by: PgColumn,
  { cursor, isUp = false, among = sql`true` }: Page,
): SQL | undefined =>
  cursor === undefined || cursor === ""
    ? undefined
    : sql`(${by}, ${table.id}) ${sql.raw(isUp ? ">" : "<")}
        (select ${sql.identifier(by.name)}, id from ${table} where id = ${cursor} and ${among})`;

export const afterCreated = (
  table: PgTable & { createdAt: PgColumn; id: PgColumn },
  page: Page,
): SQL | undefined => afterRow(table, table.createdAt, page);
