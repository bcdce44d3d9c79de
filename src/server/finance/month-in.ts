import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import type { IsoDate } from "#domain/dates.ts";
import { isMonth } from "#domain/payments/finance.ts";

/** The month of a requested file, by default the month of the day `on`. */
export function monthIn({ query }: FastifyRequest, on: IsoDate): string {
  const { month = on.slice(0, 7) } = query as { month?: unknown };
  if (typeof month !== "string" || !isMonth(month))
    throw new Refusal("malformed", "month must be written YYYY-MM.");
  return month;
}
