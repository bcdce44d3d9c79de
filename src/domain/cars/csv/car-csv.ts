import { type BodyStyle, bodyStyleFor, bodyStyles } from "#domain/cars/body-styles.ts";
import {
  longestName,
  longestProse,
  longestRent,
  longestWord,
  mostFeatures,
  mostImages,
  plainPlate,
  requiredFields,
  shortestRent,
} from "#domain/cars/car-rules.ts";
import {
  categories,
  type Category,
  newestYear,
  oldestYear,
  transmissions,
  type Transmission,
} from "#domain/cars/cars.ts";
import { type Header, headerReader } from "#domain/csv/header.ts";
import { type ColumnError, plainCell, rowReader } from "#domain/csv/row-reader.ts";
import type { Cents } from "#domain/money.ts";
import { label, list, oneOf, wholeNumber, words, yesOrNo } from "#domain/csv/cells.ts";
import { imageAddress, plate, price, stateCode, zipCode } from "./car-cells.ts";
import { synonyms } from "./synonyms.ts";

/**
 * A car as a row of a CSV file describes it. Fields whose columns the file lacks are absent, and stay as they
 * are in a car that exists; so do those whose cell is empty, which hold what a new car gets. `null` empties
 * one.
 */
export type CsvCar = {
  name: string;
  brand: string;
  model: string;
  year: number;
  category: Category;
  monthlyPrice: Cents;
  city: string;
  state: string;
  bodyStyle: BodyStyle;
  description?: string;
  descriptionZh?: string | null;
  features?: string[];
  images?: string[];
  zipCode?: string;
  trim?: string;
  transmission?: Transmission;
  carplay?: boolean;
  minRentDays?: number;
  plateNumber?: string | null;
  insurance?: string;
  available?: boolean;
  colour?: string;
  /** The address of the host who owns a new car; empty for the platform. A car that exists keeps its owner. */
  hostEmail?: string;
};

export const optionalColumns = [
  "zipCode",
  "trim",
  "transmission",
  "carplay",
  "minRentDays",
  "plateNumber",
  "insurance",
  "available",
  "colour",
  "bodyStyle",
  "features",
  "images",
  "description",
  "descriptionZh",
  "hostEmail",
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];
type Column = (typeof requiredFields)[number] | OptionalColumn;
const isOptional = (column: Column): boolean => optionalColumns.some((one) => one === column);

/** What empties a field. An empty cell leaves it as it is. */
const emptied = "-";

/** Reads the header row of a file of cars. */
export const readHeader = headerReader<Column>({
  required: requiredFields,
  optional: optionalColumns,
  aliases: { color: "colour" },
  synonyms,
});

/**
 * Reads one row. `today` bounds the model year. Every error is named; a row with any is refused whole. `kept`
 * are the fields about which the row says nothing.
 */
export function readCar(
  header: Header<Column>,
  cells: readonly string[],
  today: string,
): { car: CsvCar; kept: OptionalColumn[] } | { errors: ColumnError[] } {
  const { errors, read, required } = rowReader(
    header,
    cells,
    (column, text) => text === emptied && isOptional(column),
  );
  const kept = optionalColumns.filter(
    (column) =>
      (header.has(column) || column === "bodyStyle") && !plainCell(cells[header.get(column) ?? -1] ?? ""),
  );
  const given = <K extends Column, T>(column: K, value: () => T) =>
    header.has(column) ? ({ [column]: value() } as Record<K, T>) : undefined;

  const name = required("name", label(longestName), "");
  const brand = required("brand", label(longestWord), "");
  const model = required("model", label(longestWord), "");
  const category = required("category", oneOf(categories), "Sedan");
  const car: CsvCar = {
    name,
    brand,
    model,
    category,
    year: required("year", wholeNumber(oldestYear, newestYear(today)), 0),
    monthlyPrice: required("monthlyPrice", price, 0),
    city: required("city", label(longestWord), ""),
    state: required("state", stateCode, ""),
    bodyStyle: read("bodyStyle", oneOf(bodyStyles), bodyStyleFor({ brand, model, category })),
    ...given("zipCode", () => read("zipCode", zipCode, "")),
    ...given("trim", () => read("trim", label(longestWord), "")),
    ...given("transmission", () => read("transmission", oneOf(transmissions), "automatic")),
    ...given("carplay", () => read("carplay", yesOrNo, false)),
    ...given("minRentDays", () => read("minRentDays", wholeNumber(shortestRent, longestRent), 30)),
    ...given("plateNumber", () => read("plateNumber", plate, null)),
    ...given("insurance", () => read("insurance", label(80), "")),
    ...given("available", () => read("available", yesOrNo, true)),
    ...given("colour", () => read("colour", label(40), "")),
    ...given("features", () => read("features", list(mostFeatures, label(80)), [])),
    ...given("images", () => read("images", list(mostImages, imageAddress), [])),
    ...given("description", () => read("description", words(longestProse), "")),
    ...given("descriptionZh", () => read("descriptionZh", words(longestProse), null)),
    ...given("hostEmail", () => read("hostEmail", label(254), "")),
  };
  return errors.length ? { errors } : { car, kept };
}

/** What makes two rows the same car: the plate if given, else name, brand, model, year, city and state. */
export function carKey(car: CsvCar): string {
  if (car.plateNumber) return `plate ${plainPlate(car.plateNumber)}`;
  return ["car", car.name, car.brand, car.model, car.year, car.city, car.state].join("\u001f").toLowerCase();
}
