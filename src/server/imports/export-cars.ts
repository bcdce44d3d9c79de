import type { Readable } from "node:stream";
import { requiredFields } from "#domain/cars/car-rules.ts";
import { optionalColumns } from "#domain/cars/csv/car-csv.ts";
import type { Database } from "#server/db/open-database.ts";
import { spreadsheetCell } from "#server/db/sql-text.ts";
import { columns } from "./stage.ts";

/**
 * Numbers and words as an import reads them; whatever a person typed is made harmless to a spreadsheet, which
 * the import takes back.
 */
const written: Partial<Record<keyof typeof columns, string>> = {
  year: "year",
  monthlyPrice: "monthly_price * 0.01",
  minRentDays: "min_rent_days",
  carplay: "carplay::text",
  available: "available::text",
  features: spreadsheetCell("array_to_string(features, '|')"),
  images: spreadsheetCell("array_to_string(images, '|')"),
};

/** The fleet as a file that an import reads back and finds nothing to change in. */
export function exportCars(database: Database): Promise<Readable> {
  const selected = [...requiredFields, ...optionalColumns].map(
    (name) => `${written[name] ?? spreadsheetCell(`coalesce(${columns[name]}, '')`)} as "${name}"`,
  );
  return database.copyOut(
    `select ${selected.join(", ")} from cars where retired_at is null order by name collate "C", id`,
  );
}
