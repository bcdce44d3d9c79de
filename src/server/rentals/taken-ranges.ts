import type { DateRange } from "#domain/pricing/availability.ts";
import type { Database } from "#server/db/open-database.ts";
import { heldRanges } from "./availability.ts";

/** The days within a span on which somebody has a car, first and last included, in order. */
export const findTakenRanges = (
  { rows }: Pick<Database, "rows">,
  carId: string,
  from: string,
  until: string,
): Promise<DateRange[]> => rows<DateRange>(heldRanges("$1", "$2", "$3"), [carId, from, until]);
