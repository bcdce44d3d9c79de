import { sql } from "drizzle-orm";
import { customType, index, timestamp } from "drizzle-orm/pg-core";
import { orderStatuses } from "#domain/orders/lifecycle.ts";

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** SQL: a column holds one of these words. */
export const isOneOf = (column: string, values: readonly string[]): string =>
  `${column} in (${values.map((value) => `'${value}'`).join(", ")})`;
export const oneOf = (column: string, values: readonly string[]) => sql.raw(isOneOf(column, values));

/** Days, the first included and the last not. */
export const daterange = customType<{ data: string }>({ dataType: () => "daterange" });

/** A pattern of SQL for ASCII's marks and spaces. It matches no letter of any language. */
export const marks = String.raw`'[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'`;
/** SQL: a text without these marks and spaces. */
export const oneWord = (text: string): string => `regexp_replace(${text}, ${marks}, '', 'g')`;

/**
 * How far an order is in its life, so that a list by status is in that order. An index has the very same
 * words.
 */
export const stageOfStatus = `strpos('${orderStatuses.join(" ")}', status)`;

/** Whether a row of `cars` is in lists, and can be asked for. Indexes have the very same words. */
export const isInLists = "available and retired_at is null";

/** An index that a list of cars is read by, without those in no list. */
export const listIndex = (name: string, ...on: Parameters<ReturnType<typeof index>["on"]>) =>
  index(name)
    .on(...on)
    .where(sql.raw(isInLists));
