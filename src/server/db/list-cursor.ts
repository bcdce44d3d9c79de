import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { isDate } from "#domain/dates.ts";

/** A place in a list as text for an address: what the list is sorted by there, and whose row it is. */
export const writePlace = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString("base64url");

/** The parts of what `writePlace` wrote; none of anything else. What they are is for the list to check. */
export function placeParts(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** An instant as cursors write it, of a day that the calendar has: PostgreSQL reads no other. */
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

/** The address of the page of a list that begins at a cursor: the caller's own, filters and all. */
export function nextAddress(request: FastifyRequest, cursor: string): string {
  const next = new URL(request.raw.url ?? "", "http://longbay.invalid");
  next.searchParams.set("cursor", cursor);
  return `${next.pathname}${next.search}`;
}

type Page = {
  cursor: string | undefined;
  /** The oldest first. */
  isUp?: boolean;
  /** A condition on the table: whose row the cursor may name. */
  among?: SQL | undefined;
};

/** SQL: what a list by creation, newest first, has after the row whose id is its cursor; undefined from the beginning. */
export const afterCreated = (
  table: PgTable & { createdAt: PgColumn; id: PgColumn },
  { cursor, isUp = false, among = sql`true` }: Page,
): SQL | undefined =>
  cursor === undefined || cursor === ""
    ? undefined
    : sql`(${table.createdAt}, ${table.id}) ${sql.raw(isUp ? ">" : "<")}
        (select created_at, id from ${table} where id = ${cursor} and ${among})`;
