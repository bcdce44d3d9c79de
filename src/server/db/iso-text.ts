/** SQL: a moment as the API writes it, with milliseconds, such as 2026-11-29T18:05:00.250Z. */
export const isoText = (column: string): string => written(column, "MS");

/** SQL: the same with microseconds, for lists that sort by it: two rows of one millisecond have an order. */
export const exactIsoText = (column: string): string => written(column, "US");

const written = (column: string, fraction: "MS" | "US"): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"')`;
