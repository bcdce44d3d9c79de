import {
  highestPrice,
  isPlate,
  isZipCode,
  longestProse,
  mostFeatures,
  longestFeature,
} from "#domain/cars/car-rules.ts";
import { type City, cityNamed, newestYear, oldestYear } from "#domain/cars/cars.ts";
import {
  type CarFields,
  carFields,
  type FieldValue,
  type HostField,
  hostFieldNames,
  usualValue,
} from "#domain/cars/fields.ts";
import { parseMoney } from "#domain/money.ts";
import { isLabel, isPlainText, plainLine, textLength, trimmed, withoutUnseen } from "#domain/plain-text.ts";
import { plainVin, vinError } from "./vin.ts";

export { type HostField, hostFieldNames };

/** What may be missing from a submission: a field, the pictures, a paper. */
export const submissionParts = [...hostFieldNames, "images", "registration", "insurance"] as const;
export type SubmissionPart = (typeof submissionParts)[number];

/** The fields that administrators check before a change of a listed car takes effect. They check papers too. */
export const waitingFields = [
  "brand",
  "model",
  "year",
  "trim",
  "category",
  "bodyStyle",
  "vin",
  "plateNumber",
  "city",
] as const satisfies readonly HostField[];
export type WaitingField = (typeof waitingFields)[number];

export const leastPictures = 5;

/** A field as somebody typed it, right or not yet. */
export type TypedValue = string | boolean | string[];
export type TypedFields = Partial<Record<HostField, TypedValue>>;

/** The values of all fields, once every field is right. */
export type HostValues = { [Name in HostField]: Name extends "city" ? City : FieldValue<Name> };

/** Why a typed field isn't right yet. */
export const hostFieldErrors = [
  "required",
  "characters",
  "too_long",
  "too_many",
  "not_a_label",
  "not_listed",
  "not_a_number",
  "out_of_range",
  "not_a_price",
  "not_a_plate",
  "not_a_zip",
  "vin_length",
  "vin_letters",
  "vin_check_digit",
  "too_short",
] as const;
export type HostFieldError = (typeof hostFieldErrors)[number];

type Read<T> = { value: T } | { error: HostFieldError };
type Reader = (typed: TypedValue, today: string) => Read<string | number | boolean | string[]>;

type TextReading = { error?: HostFieldError; tidy?: (typed: string) => string };

const text =
  (
    longest: number,
    isRight: (typed: string) => boolean = () => true,
    { error = "not_a_label", tidy = (typed) => trimmed(withoutUnseen(typed)) }: TextReading = {},
  ) =>
  (typed: TypedValue): Read<string> => {
    if (typeof typed !== "string") return { error: "characters" };
    const value = tidy(typed);
    if (!isPlainText(value)) return { error: "characters" };
    if (textLength(value) > longest) return { error: "too_long" };
    return isRight(value) ? { value } : { error };
  };
const label = (longest: number) => text(longest, isLabel);
const whole =
  (least: number | ((today: string) => number), most: number | ((today: string) => number)) =>
  (typed: TypedValue, today: string): Read<number> => {
    const digits = typeof typed === "string" ? plainLine(typed).replaceAll(",", "") : "";
    if (!/^\d{1,9}$/.test(digits)) return { error: "not_a_number" };
    const value = Number(digits);
    const [low, high] = [least, most].map((bound) => (typeof bound === "number" ? bound : bound(today)));
    return value >= (low ?? 0) && value <= (high ?? 0) ? { value } : { error: "out_of_range" };
  };
const listed =
  <const T extends string>(values: readonly T[]) =>
  (typed: TypedValue): Read<T> => {
    const value = values.find((one) => one === typed);
    return value === undefined ? { error: "not_listed" } : { value };
  };
const mark = (typed: TypedValue): Read<boolean> =>
  typeof typed === "boolean" ? { value: typed } : { error: "not_listed" };

function readVin(typed: TypedValue): Read<string> {
  const vin = plainVin(typeof typed === "string" ? typed : "");
  const error = vinError(vin);
  return error ? { error } : { value: vin };
}

function readCity(typed: TypedValue): Read<City> {
  const city = cityNamed(typeof typed === "string" ? plainLine(typed) : "");
  return city ? { value: city } : { error: "not_listed" };
}

/** The cents of a typed price, "$1,250" too; undefined for a text that isn't a price. */
export const typedPrice = (typed: TypedValue): number | undefined =>
  typeof typed === "string" ? parseMoney(plainLine(typed).replaceAll(",", "").replace(/^\$/, "")) : undefined;

/** Whether a price moves by more than half, as one does that lacks a digit. False without a price before. */
export function isPriceLeap(before: TypedValue, typed: TypedValue): boolean {
  const [was, is] = [typedPrice(before), typedPrice(typed)];
  return was !== undefined && is !== undefined && is > 0 && Math.abs(is - was) * 2 > was;
}

function readPrice(typed: TypedValue): Read<number> {
  const cents = typedPrice(typed);
  if (cents === undefined) return { error: "not_a_price" };
  return cents > 0 && cents <= highestPrice ? { value: cents } : { error: "out_of_range" };
}

function readFeatures(typed: TypedValue): Read<string[]> {
  if (!Array.isArray(typed)) return { error: "not_listed" };
  const read = typed.map((feature) => label(longestFeature)(feature));
  const wrong = read.find((one) => "error" in one);
  if (wrong && "error" in wrong) return { error: wrong.error };
  const value = [...new Set(read.flatMap((one) => ("value" in one && one.value ? [one.value] : [])))];
  return value.length < mostFeatures ? { value } : { error: "too_many" };
}

const upper =
  (read: (typed: TypedValue) => Read<string>) =>
  (typed: TypedValue): Read<string> => {
    const found = read(typed);
    return "value" in found ? { value: found.value.toUpperCase() } : found;
  };

/** Returns the reader for a field's kind. */
function readerOf(row: CarFields[HostField]): Reader {
  if (row.kind === "whole") return whole(row.from, row.to);
  if (row.kind === "choice") return listed<string>(row.values);
  return row.kind === "label" ? label(row.most) : readers[row.kind];
}
const readers = {
  mark,
  year: whole(oldestYear, newestYear),
  price: readPrice,
  list: readFeatures,
  prose: text(longestProse, () => true, { tidy: trimmed }),
  city: readCity,
  zip: text(10, isZipCode, { error: "not_a_zip", tidy: plainLine }),
  plate: upper(text(10, isPlate, { error: "not_a_plate", tidy: plainLine })),
  vin: readVin,
};

const isEmpty = (typed: TypedValue | undefined): boolean =>
  typed === undefined ||
  (Array.isArray(typed)
    ? typed.length === 0
    : typeof typed === "string" && trimmed(withoutUnseen(typed)) === "");

export type ReadFields = {
  /** The values that are right, and the usual value of each field that is empty and may be. */
  values: Partial<HostValues>;
  /** The errors of fields that aren't right yet; `required` for an empty field that must not be empty. */
  errors: Partial<Record<HostField, HostFieldError>>;
};

/** Reads what a host typed, without changing it. `today` bounds the model year. */
export function readHostFields(typed: TypedFields, today: string): ReadFields {
  const read: ReadFields = { values: {}, errors: {} };
  for (const name of hostFieldNames) readField(read, name, typed[name], today);
  const { minRentDays, maxRentDays, description, descriptionZh } = read.values;
  if (minRentDays !== undefined && maxRentDays !== undefined && maxRentDays < minRentDays)
    read.errors.maxRentDays = "too_short";
  if (description === "" && descriptionZh === "") read.errors.description = "required";
  return read;
}

function readField(read: ReadFields, name: HostField, typed: TypedValue | undefined, today: string): void {
  const row = carFields[name];
  if (typed === undefined || isEmpty(typed)) {
    if (row.host === "must") read.errors[name] = "required";
    else Object.assign(read.values, { [name]: usualValue(name) });
    return;
  }
  const found = readerOf(row)(typed, today);
  if ("error" in found) read.errors[name] = found.error;
  else Object.assign(read.values, { [name]: found.value });
}

/** Any model year is read: a bound decides what is right, not what means the same. */
const noBound = "9998-12-31";
const meaningOf = (name: HostField, typed: TypedValue | undefined) => {
  const read: ReadFields = { values: {}, errors: {} };
  readField(read, name, typed, noBound);
  return read.values[name];
};
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether two values of a field mean the same, even if they are spelled differently: "$749" and "749.00". */
export function meansSame(
  name: HostField,
  one: TypedValue | undefined,
  other: TypedValue | undefined,
): boolean {
  if (isEqual(one, other)) return true;
  const meaning = meaningOf(name, one);
  return meaning !== undefined && isEqual(meaning, meaningOf(name, other));
}

/** The values of all fields while nothing is typed; the city is only a placeholder. */
export const usualValues = (): HostValues => ({
  ...(Object.fromEntries(hostFieldNames.map((name) => [name, usualValue(name)])) as HostValues),
  city: "San Jose",
});

/** Every field of the form before anybody types. */
export const nothingTyped = (): Required<TypedFields> =>
  Object.fromEntries(hostFieldNames.map((name) => [name, emptyOf(carFields[name])])) as Required<TypedFields>;
const emptyOf = ({ kind }: CarFields[HostField]): TypedValue =>
  kind === "mark" ? false : kind === "list" ? [] : "";

/** The values, where every field is right. */
export function wholeValues({ values, errors }: ReadFields): HostValues | undefined {
  return Object.keys(errors).length === 0 && isWhole(values) ? values : undefined;
}
const isWhole = (values: Partial<HostValues>): values is HostValues =>
  hostFieldNames.every((name) => values[name] !== undefined);
