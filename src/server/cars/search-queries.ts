import type { AdminCarFilters } from "#contract/admin/cars.ts";
import { type CarState, fleetStates } from "#domain/cars/listing-states.ts";
import { plainPlate } from "#domain/cars/car-rules.ts";
import type { Vocabulary } from "#domain/cars/search-meaning.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { plainPlateNumber } from "#server/db/schema/cars.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import { SqlConditions } from "#server/db/sql-conditions.ts";
import { searchPatterns } from "./search-patterns.ts";

/** Adds an administrator's search for cars: the words of the public search, a part of the plate, or the id. */
export function addCarWords(where: SqlConditions, q: string, vocabulary: Vocabulary): void {
  const plate = plainPlate(q);
  const patterns = searchPatterns(q, vocabulary);
  const meant = patterns?.map(
    (either) => `(${either.map((pattern) => `search_text like ${where.value(pattern)}`).join(" or ")})`,
  );
  const ways = [
    meant ? `(${["true", ...meant].join(" and ")})` : "false",
    ...(plate ? [`${plainPlateNumber} like ${where.value(`%${plate}%`)}`] : []),
    ...(isUuid(q) ? [`cars.id = ${where.value(q)}::uuid`] : []),
  ];
  where.add(() => `(${ways.join(" or ")})`);
}

/** Conditions for the cars that an administrator searches, in the fleet or in other states. */
export function adminCarConditions(
  { q, category, available, owner }: AdminCarFilters,
  vocabulary: Vocabulary,
  states: readonly CarState[] = fleetStates,
): SqlConditions {
  const where = new SqlConditions([isOneOf("listing_state", states)]);
  if (category !== undefined) where.add((value) => `category = ${value}`, category);
  if (available !== undefined) where.add(() => (available === "true" ? "available" : "not available"));
  if (owner === "platform" || owner === "hosts")
    where.add(() => (owner === "hosts" ? "host_id is not null" : "host_id is null"));
  else if (owner !== undefined) where.add((value) => `host_id = ${value}`, owner);
  if (q !== undefined) addCarWords(where, q, vocabulary);
  return where;
}
