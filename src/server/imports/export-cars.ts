import type { Readable } from "node:stream";
import { requiredFields } from "#domain/cars/car-rules.ts";
import { type CsvCar, optionalColumns } from "#domain/cars/csv/car-csv.ts";
import type { FleetFilters } from "#contract/admin/cars.ts";
import { fleetConditions } from "#server/cars/search-queries.ts";
import { inlined } from "#server/db/sql-conditions.ts";
import type { Services } from "#server/services.ts";
import { spreadsheetCell } from "#server/db/sql-text.ts";
import { columns } from "./stage.ts";

/**
 * Numbers and words as an import reads them; whatever a person typed is made harmless to a spreadsheet, which
 * the import takes back.
 */
const written: Partial<Record<keyof CsvCar, string>> = {
  year: "year",
  monthlyPrice: "monthly_price * 0.01",
  minRentDays: "min_rent_days",
  carplay: "carplay::text",
  available: "available::text",
  features: spreadsheetCell("array_to_string(features, '|')"),
  images: spreadsheetCell("array_to_string(images, '|')"),
  hostEmail: spreadsheetCell("coalesce((select email from accounts where accounts.id = host_id), '')"),
};

/** The fleet, or those of it that are looked for, as a file that an import reads back and finds nothing to change in. */
export async function exportCars(
  { database, catalogue }: Pick<Services, "database" | "catalogue">,
  filters: FleetFilters,
): Promise<Readable> {
  const where = fleetConditions(filters, await catalogue.words());
  const selected = [...requiredFields, ...optionalColumns].map(
    (name) =>
      `${written[name] ?? spreadsheetCell(`coalesce(${name === "hostEmail" ? "null" : columns[name]}, '')`)} as "${name}"`,
  );
  return database.copyOut(
    `select ${selected.join(", ")} from cars where ${inlined(where)} order by name collate "C", id`,
  );
}
