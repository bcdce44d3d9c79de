import { sql } from "drizzle-orm";
import { timestamp } from "drizzle-orm/pg-core";
import { orderStatuses } from "#domain/orders/lifecycle.ts";

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(", ")})`);

/**
 * How far an order is in its life, so that a list by status is in that order. An index has the very same
 * words.
 */
export const stageOfStatus = `strpos('${orderStatuses.join(" ")}', status)`;
