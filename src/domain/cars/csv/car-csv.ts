import { type BodyStyle, bodyStyleFor, bodyStyles } from "#domain/cars/body-styles.ts";
import {
  longestName,
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
import { withoutApostrophe } from "#domain/csv-cells.ts";
import type { Cents } from "#domain/money.ts";
import { holdsCardNumber, withoutCardNumbers } from "#domain/people/card-numbers.ts";
import { trimmed } from "#domain/plain-text.ts";
import {
  CellError,
  type CellTrouble,
  imageAddress,
  label,
  list,
  oneOf,
  plate,
  price,
  prose,
  stateCode,
  wholeNumber,
  yesOrNo,
  zipCode,
} from "./car-cells.ts";
import { nearestColumn } from "./nearest-column.ts";

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

/**
 * Where each known column stands. Headers are matched without case, spaces and underscores; unknown ones are
 * left alone.
 */
export type Header = ReadonlyMap<Column, number>;

const plainName = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, "");
const columnsByName = new Map<string, Column>(
  [...requiredFields, ...optionalColumns].map((column) => [plainName(column), column]),
);
columnsByName.set("color", "colour");

/** A column of a file that no car has, with the one that was probably meant. */
export type UnknownColumn = { name: string; nearest?: Column };
const mostUnknown = 20;
const longestUnknown = 60;

type HeaderError = { error: string; code: "column_twice" | "columns_missing"; columns: string };

/** Reads a header row, or says in a sentence why it is none. What nobody knows is named: it is left out. */
export function readHeader(
  cells: readonly string[],
): { header: Header; unknown: UnknownColumn[] } | HeaderError {
  const header = new Map<Column, number>();
  const unknown: string[] = [];
  for (const [place, cell] of cells.entries()) {
    const column = columnsByName.get(plainName(cell));
    if (!column && unknown.length < mostUnknown && cell.trim()) unknown.push(cell.trim());
    if (!column) continue;
    if (header.has(column))
      return {
        error: `The column ${column} appears twice in the header row.`,
        code: "column_twice",
        columns: column,
      };
    header.set(column, place);
  }
  const missing = requiredFields.filter((column) => !header.has(column));
  const columns = missing.join(", ");
  return missing.length
    ? { error: `The header row is missing ${columns}.`, code: "columns_missing", columns }
    : { header, unknown: unknown.map((name) => unknownColumn(name, header)) };
}

/** What the file has by its own name already is not meant by another. */
function unknownColumn(name: string, header: Header): UnknownColumn {
  const free = [...requiredFields, ...optionalColumns].filter((column) => !header.has(column));
  const nearest = nearestColumn(
    plainName(name),
    free.map((column) => ({ column, plain: plainName(column) })),
  );
  const shown = { name: withoutCardNumbers(name).slice(0, longestUnknown) };
  return nearest ? { ...shown, nearest } : shown;
}

/** Whether a row is the header of a file of cars: its names are there, if one of them twice. */
export function isHeaderRow(cells: readonly string[]): boolean {
  const read = readHeader(cells);
  return "header" in read || read.code === "column_twice";
}

export type ColumnError = CellTrouble & { column: string };

/**
 * Reads one row. `today` bounds the model year. Every error is named; a row with any is refused whole. `kept`
 * are the fields about which the row says nothing.
 */
export function readCar(
  header: Header,
  cells: readonly string[],
  today: string,
): { car: CsvCar; kept: OptionalColumn[] } | { errors: ColumnError[] } {
  const errors: ColumnError[] = [];
  const kept = optionalColumns.filter(
    (column) =>
      (header.has(column) || column === "bodyStyle") && !plainCell(cells[header.get(column) ?? -1] ?? ""),
  );
  const raw = (column: Column): string | undefined => {
    const place = header.get(column);
    return place === undefined ? undefined : plainCell(cells[place] ?? "");
  };
  /**
   * Reads a cell by a rule that answers a value or throws a CellError; an absent column or an empty optional
   * cell is `empty`.
   */
  const read = <T>(column: Column, rule: (text: string) => T, empty: T): T => {
    const text = raw(column);
    if (text === undefined || text === "" || (text === emptied && isOptional(column))) return empty;
    try {
      if (holdsCardNumber(text))
        throw new CellError({ code: "card_number", message: "can't contain a card number" });
      return rule(text);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      errors.push({ column, ...error.trouble });
      return empty;
    }
  };
  const required = <T>(column: Column, rule: (text: string) => T, empty: T): T => {
    if (!raw(column)) errors.push({ column, code: "required", message: "is required" });
    return read(column, rule, empty);
  };
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
    ...given("description", () => read("description", prose, "")),
    ...given("descriptionZh", () => read("descriptionZh", prose, null)),
    ...given("hostEmail", () => read("hostEmail", label(254), "")),
  };
  return errors.length ? { errors } : { car, kept };
}

/** What makes two rows the same car: the plate if given, else name, brand, model, year, city and state. */
export function carKey(car: CsvCar): string {
  if (car.plateNumber) return `plate ${plainPlate(car.plateNumber)}`;
  return ["car", car.name, car.brand, car.model, car.year, car.city, car.state].join("\u001f").toLowerCase();
}

/**
 * Trimmed, in Unicode's NFC, without the apostrophe that our own files have before what would be a formula.
 * Most cells are ASCII, which is that already.
 */
function plainCell(cell: string): string {
  const text = withoutApostrophe(cell.trim());
  return /^[ -~]*$/.test(text) ? text : trimmed(text).normalize("NFC");
}
