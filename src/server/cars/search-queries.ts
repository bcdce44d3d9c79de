import type { FleetFilters } from "#contract/admin/cars.ts";
import { plainPlate } from "#domain/cars/car-rules.ts";
import type { Vocabulary } from "#domain/cars/search-meaning.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { SqlConditions } from "#server/db/sql-conditions.ts";
import { searchPatterns } from "./search-patterns.ts";

/** Narrows cars to those that an administrator's words mean: as in the catalogue's search, a part of the plate, or the id. */
export function addFleetWords(where: SqlConditions, q: string, vocabulary: Vocabulary): void {
  const plate = plainPlate(q);
  const patterns = searchPatterns(q, vocabulary);
  const meant = patterns?.map(
    (either) => `(${either.map((pattern) => `search_text like ${where.value(pattern)}`).join(" or ")})`,
  );
  const ways = [
    meant ? `(${["true", ...meant].join(" and ")})` : "false",
    ...(plate
      ? [`upper(regexp_replace(plate_number, '[^A-Za-z0-9]', '', 'g')) like ${where.value(`%${plate}%`)}`]
      : []),
    ...(isUuid(q) ? [`cars.id = ${where.value(q)}::uuid`] : []),
  ];
  where.add(() => `(${ways.join(" or ")})`);
}

/** The cars in the fleet that an administrator looks for. */
export function fleetConditions(
  { q, category, available }: FleetFilters,
  vocabulary: Vocabulary,
): SqlConditions {
  const where = new SqlConditions(["retired_at is null"]);
  if (category !== undefined) where.add((value) => `category = ${value}`, category);
  if (available !== undefined) where.add(() => (available === "true" ? "available" : "not available"));
  if (q !== undefined) addFleetWords(where, q, vocabulary);
  return where;
}
