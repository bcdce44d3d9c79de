import type { Readable } from "node:stream";
import { carColumns } from "#domain/cars/csv/car-csv.ts";
import { carFields, type StaffField } from "#domain/cars/fields.ts";
import type { AdminCarFilters } from "#contract/admin/cars.ts";
import { adminCarConditions } from "#server/cars/search-queries.ts";
import { inlined } from "#server/db/sql-conditions.ts";
import type { Services } from "#server/services.ts";
import { spreadsheetCell } from "#server/db/sql-text.ts";
import { columnOf } from "./stage.ts";

/**
 * Numbers and words as an import reads them; text that people typed is made harmless to a spreadsheet, which the
 * import undoes.
 */
function written(name: StaffField): string {
  const [column, { kind }] = [columnOf(name), carFields[name]];
  if (kind === "year" || kind === "whole") return column;
  if (kind === "price") return `${column} * 0.01`;
  if (kind === "mark") return `${column}::text`;
  return spreadsheetCell(
    kind === "list" || kind === "pictures" ? `array_to_string(${column}, '|')` : `coalesce(${column}, '')`,
  );
}
const hostEmail = spreadsheetCell("coalesce((select email from accounts where accounts.id = host_id), '')");

/** The fleet, or the cars of a search, as a file: an import of the same file changes nothing. */
export async function exportCars(
  { database, carFacts }: Pick<Services, "database" | "carFacts">,
  filters: AdminCarFilters,
): Promise<Readable> {
  const where = adminCarConditions(filters, await carFacts.words());
  const selected = carColumns.map(
    (name) => `${name === "hostEmail" ? hostEmail : written(name)} as "${name}"`,
  );
  return database.copyOut(
    `select ${selected.join(", ")} from cars where ${inlined(where)} order by name collate "C", id`,
  );
}
