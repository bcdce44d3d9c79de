import { longestEmail } from "#domain/text-lengths.ts";
import { type BodyStyle, bodyStyleFor } from "#domain/cars/body-styles.ts";
import {
  longestProse,
  longestWord,
  mostFeatures,
  mostImages,
  longestFeature,
} from "#domain/cars/car-rules.ts";
import { newestYear, oldestYear } from "#domain/cars/cars.ts";
import {
  type CarFields,
  carFields,
  type FieldValue,
  inOrder,
  type OptionalField,
  optionalFields,
  publicFacts,
  type RequiredField,
  requiredFields,
  type StaffField,
  usualValue,
} from "#domain/cars/fields.ts";
import { type Header, headerReader } from "#domain/csv/header.ts";
import { type ColumnError, plainCell, rowReader } from "#domain/csv/row-reader.ts";
import { label, list, oneOf, wholeNumber, words, yesOrNo } from "#domain/csv/cells.ts";
import { imageAddress, plate, price, stateCode, zipCode } from "./car-cells.ts";
import { synonyms } from "./synonyms.ts";

/** A field's value in a file; `null` empties the field. */
type CsvValue<Name extends StaffField> =
  | FieldValue<Name>
  | (CarFields[Name] extends { isNull: true } ? null : never);

/**
 * A car as a row of a CSV file describes it. A field without a column is absent, and keeps its value in an
 * existing car. A field with an empty cell keeps its value too; here it holds the value that a new car gets.
 */
export type CsvCar = { [Name in RequiredField]: CsvValue<Name> } & {
  [Name in OptionalField]?: CsvValue<Name>;
} & {
  bodyStyle: BodyStyle;
  /** The address of the host who owns a new car; empty for the platform. A car that exists keeps its owner. */
  hostEmail?: string;
};

export const optionalColumns = [
  ...inOrder(
    [
      "zipCode",
      ...publicFacts,
      "minRentDays",
      "plateNumber",
      "insurance",
      "available",
      "colour",
      "bodyStyle",
    ],
    optionalFields,
  ),
  "hostEmail",
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];
type Column = RequiredField | OptionalColumn;
/** The columns of a file of cars. */
export const carColumns: readonly Column[] = [...requiredFields, ...optionalColumns];
const isOptional = (column: Column): boolean => optionalColumns.some((one) => one === column);

/** The cell that empties a field. An empty cell leaves the field as it is. */
const emptied = "-";

/** Reads the header row of a file of cars. */
export const readHeader = headerReader<Column>({
  required: requiredFields,
  optional: optionalColumns,
  aliases: { color: "colour" },
  synonyms,
});

/**
 * Reads one row. `today` bounds the model year. It reports every error, and one error refuses the whole row.
 * `kept` are the fields about which the row says nothing.
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
  const car: Partial<Record<Column, unknown>> = {};
  for (const column of readingOrder) {
    if (column === "bodyStyle") {
      const { brand, model, category } = car as CsvCar;
      car.bodyStyle = read(column, ruleOf(column, today), bodyStyleFor({ brand, model, category }));
    } else if (header.has(column)) {
      const reads = requiredFields.some((one) => one === column) ? required : read;
      car[column] = reads(column, ruleOf(column, today), emptyOf(column));
    }
  }
  return errors.length ? { errors } : { car: car as CsvCar, kept };
}

/** The body comes after the fields that decide its usual value. */
const readingOrder = inOrder(
  ["name", "brand", "model", "category", ...requiredFields, "bodyStyle"],
  carColumns,
);

/** The value of an empty cell. */
function emptyOf(column: Column): unknown {
  if (column === "hostEmail") return "";
  return "isNull" in carFields[column] ? null : usualValue(column);
}

/** The rule that reads the cells of a column. `today` bounds the model year. */
function ruleOf(column: Column, today: string): (text: string) => unknown {
  if (column === "hostEmail") return label(longestEmail);
  const row = carFields[column];
  if (row.kind === "year") return wholeNumber(oldestYear, newestYear(today));
  if (row.kind === "whole") return wholeNumber(row.from, row.to);
  if (row.kind === "choice") return oneOf<readonly string[]>(row.values);
  return row.kind === "label" ? label(row.most) : rules[row.kind];
}
const rules = {
  mark: yesOrNo,
  prose: words(longestProse),
  list: list(mostFeatures, label(longestFeature)),
  pictures: list(mostImages, imageAddress),
  price,
  city: label(longestWord),
  state: stateCode,
  zip: zipCode,
  plate,
};
