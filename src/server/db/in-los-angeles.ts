import { brand } from "#domain/brand.ts";

/** SQL: the date in Los Angeles at a moment. */
export const inLosAngeles = (instant: string): string =>
  `(${instant} at time zone '${brand.timeZone}')::date`;
