import { type BodyStyle, bodyStyleFor, bodyStyles } from "./body-styles.ts";
import {
  highestPrice,
  isLabel,
  isPlate,
  isStateCode,
  isZipCode,
  longestName,
  longestProse,
  longestRent,
  longestWord,
  mostFeatures,
  mostImages,
  plainPlate,
  shortestRent,
} from "./car-rules.ts";
import {
  categories,
  type Category,
  newestYear,
  oldestYear,
  transmissions,
  type Transmission,
} from "./cars.ts";
import { withoutApostrophe } from "#domain/csv-cells.ts";
import { type Cents, parseMoney } from "#domain/money.ts";
import { isPlainText, textLength, trimmed } from "#domain/plain-text.ts";

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
};

export const requiredColumns = [
  "name",
  "brand",
  "model",
  "year",
  "category",
  "monthlyPrice",
  "city",
  "state",
] as const;
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
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];
type Column = (typeof requiredColumns)[number] | OptionalColumn;
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
  [...requiredColumns, ...optionalColumns].map((column) => [plainName(column), column]),
);
columnsByName.set("color", "colour");

/** Reads a header row, or says in a sentence why the file can't be read. */
export function readHeader(
  cells: readonly string[],
): { header: Header } | { fault: string; code: "column_twice" | "columns_missing"; columns: string } {
  const header = new Map<Column, number>();
  for (const [place, cell] of cells.entries()) {
    const column = columnsByName.get(plainName(cell));
    if (!column) continue;
    if (header.has(column))
      return {
        fault: `The column ${column} stands twice in the header row.`,
        code: "column_twice",
        columns: column,
      };
    header.set(column, place);
  }
  const missing = requiredColumns.filter((column) => !header.has(column));
  const columns = missing.join(", ");
  return missing.length
    ? { fault: `The header row lacks ${columns}.`, code: "columns_missing", columns }
    : { header };
}

export const cellErrorCodes = [
  "required",
  "control_characters",
  "unreadable_characters",
  "too_long",
  "markup",
  "not_listed",
  "not_a_number",
  "not_a_price",
  "not_yes_or_no",
  "not_a_state",
  "not_a_zip",
  "not_a_plate",
  "too_many",
  "not_a_picture",
] as const;
type CellErrorCode = (typeof cellErrorCodes)[number];
/**
 * What is wrong with a cell: a code with the figures that go with it, for pages in any language, and a
 * sentence in English.
 */
type CellTrouble = { code: CellErrorCode; values?: Record<string, string | number>; message: string };
export type ColumnError = CellTrouble & { column: string };

/**
 * Reads one row. `today` bounds the model year. Every error is named; a row with any is refused whole. `kept`
 * are the fields about which the row says nothing.
 */
export function readCar(
  header: Header,
  cells: readonly string[],
  today: string,
): { car: CsvCar; kept: OptionalColumn[] } | { faults: ColumnError[] } {
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
  };
  return errors.length ? { faults: errors } : { car, kept };
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

class CellError extends Error {
  readonly trouble: CellTrouble;

  constructor(trouble: CellTrouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

const refuse = (code: CellErrorCode, message: string, values?: CellTrouble["values"]): never => {
  throw new CellError({ code, message, ...(values && { values }) });
};

const words = (most: number) => (text: string) => {
  if (!isPlainText(text)) return refuse("control_characters", "must not hold control characters");
  // What a decoder writes for bytes that it does not know.
  if (text.includes("\ufffd"))
    return refuse("unreadable_characters", "holds characters that can't be read: save the file as UTF-8");
  return text.length <= most || textLength(text) <= most
    ? text
    : refuse("too_long", `must be at most ${most} characters`, { most });
};

/** A short text that is shown beside others: no line breaks, nothing that looks like markup. */
const label = (most: number) => (text: string) =>
  isLabel(text) ? words(most)(text) : refuse("markup", "must not hold <, > or line breaks");
const prose = words(longestProse);

const oneOf =
  <const T extends readonly string[]>(values: T) =>
  (text: string): T[number] =>
    values.find((value) => value.toLowerCase() === text.toLowerCase()) ??
    refuse("not_listed", `must be one of ${values.join(", ")}`, { values: values.join(", ") });

const wholeNumber = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? value
    : refuse("not_a_number", `must be a whole number from ${least} to ${most}`, { least, most });
};

function price(text: string): Cents {
  const cents = parseMoney(text);
  return cents !== undefined && cents > 0 && cents <= highestPrice
    ? cents
    : refuse("not_a_price", "must be US dollars such as 749.00, above 0 and at most 100000");
}

function yesOrNo(text: string): boolean {
  if (/^(true|yes|y|1)$/i.test(text)) return true;
  return /^(false|no|n|0)$/i.test(text) ? false : refuse("not_yes_or_no", "must be true or false");
}

const stateCode = (text: string): string =>
  isStateCode(text) ? text.toUpperCase() : refuse("not_a_state", "must be two letters, such as CA");
const zipCode = (text: string): string =>
  isZipCode(text) ? text : refuse("not_a_zip", "must be five digits");
const plate = (text: string): string =>
  isPlate(text) ? text.toUpperCase() : refuse("not_a_plate", "must be 2 to 10 letters and digits");

const list =
  <T>(most: number, rule: (text: string) => T) =>
  (text: string): T[] => {
    const parts = text
      .split("|")
      .map((part) => part.trim())
      .filter(Boolean);
    return parts.length <= most
      ? parts.map(rule)
      : refuse("too_many", `must hold at most ${most} entries`, { most });
  };

/** A picture of our own by its name or path, or a secure address elsewhere. */
function imageAddress(text: string): string {
  const isOurs = /^(\/api\/images\/cars\/)?[a-z0-9][a-z0-9.-]{0,120}\.(webp|jpe?g|png|avif)$/i.test(text);
  const isElsewhere = /^https:\/\/[a-z0-9.-]+\/[^\s"'<>\\]{1,500}$/i.test(text);
  return isOurs || isElsewhere
    ? text
    : refuse("not_a_picture", "must be a picture's name or an https address");
}
