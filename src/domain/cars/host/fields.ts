import { type BodyStyle, bodyStyles } from "#domain/cars/body-styles.ts";
import {
  highestPrice,
  isPlate,
  isZipCode,
  longestProse,
  longestRent,
  longestWord,
  mostFeatures,
  shortestRent,
} from "#domain/cars/car-rules.ts";
import {
  categories,
  type Category,
  type City,
  cityNamed,
  newestYear,
  oldestYear,
  type Transmission,
  transmissions,
} from "#domain/cars/cars.ts";
import { parseMoney } from "#domain/money.ts";
import { isLabel, isPlainText, textLength, trimmed } from "#domain/plain-text.ts";
import { plainVin, vinError } from "./vin.ts";

/** What a host says of a car, in the order of the form's steps. */
export const hostFieldNames = [
  "brand",
  "model",
  "year",
  "trim",
  "category",
  "bodyStyle",
  "colour",
  "vin",
  "plateNumber",
  "odometer",
  "seats",
  "transmission",
  "carplay",
  "city",
  "zipCode",
  "handoverAddress",
  "deliveryMiles",
  "features",
  "description",
  "descriptionZh",
  "translated",
  "monthlyPrice",
  "minRentDays",
  "maxRentDays",
  "noticeDays",
  "instantBook",
] as const;
export type HostField = (typeof hostFieldNames)[number];

/** What a submission may lack: a field, the pictures, a paper. */
export const submissionParts = [...hostFieldNames, "images", "registration", "insurance"] as const;
export type SubmissionPart = (typeof submissionParts)[number];

/** What the desk looks at again before it changes a listed car; papers are the others. */
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
export const mostNoticeDays = 14;
export const mostDeliveryMiles = 100;
const mostSeats = 15;
const mostMiles = 999_999;
const longestAddress = 200;

/** A field as somebody typed it, right or not yet. */
export type TypedValue = string | boolean | string[];
export type TypedFields = Partial<Record<HostField, TypedValue>>;

/** What every field comes to, where it is right. */
export type HostValues = {
  brand: string;
  model: string;
  year: number;
  trim: string;
  category: Category;
  bodyStyle: BodyStyle;
  colour: string;
  vin: string;
  plateNumber: string;
  odometer: number;
  seats: number;
  transmission: Transmission;
  carplay: boolean;
  city: City;
  zipCode: string;
  handoverAddress: string;
  deliveryMiles: number;
  features: string[];
  description: string;
  descriptionZh: string;
  translated: string;
  monthlyPrice: number;
  minRentDays: number;
  maxRentDays: number;
  noticeDays: number;
  instantBook: boolean;
};

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
type Rule<T> = { isRequired: boolean; empty: T; read: (typed: TypedValue, today: string) => Read<T> };

const text =
  (
    longest: number,
    isRight: (typed: string) => boolean = () => true,
    error: HostFieldError = "not_a_label",
  ) =>
  (typed: TypedValue): Read<string> => {
    if (typeof typed !== "string") return { error: "characters" };
    const value = trimmed(typed);
    if (!isPlainText(value)) return { error: "characters" };
    if (textLength(value) > longest) return { error: "too_long" };
    return isRight(value) ? { value } : { error };
  };
const label = (longest: number) => text(longest, isLabel);
const whole =
  (least: number | ((today: string) => number), most: number | ((today: string) => number)) =>
  (typed: TypedValue, today: string): Read<number> => {
    const digits = typeof typed === "string" ? typed.trim().replaceAll(",", "") : "";
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
  const city = cityNamed(typeof typed === "string" ? typed : "");
  return city ? { value: city } : { error: "not_listed" };
}

/** The cents of a price as somebody types it, "$1,250" too; undefined where it is none. */
export const typedPrice = (typed: TypedValue): number | undefined =>
  typeof typed === "string" ? parseMoney(typed.trim().replaceAll(",", "").replace(/^\$/, "")) : undefined;

function readPrice(typed: TypedValue): Read<number> {
  const cents = typedPrice(typed);
  if (cents === undefined) return { error: "not_a_price" };
  return cents > 0 && cents <= highestPrice ? { value: cents } : { error: "out_of_range" };
}

function readFeatures(typed: TypedValue): Read<string[]> {
  if (!Array.isArray(typed)) return { error: "not_listed" };
  const read = typed.map((feature) => label(80)(feature));
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

const rules: { [Name in HostField]: Rule<HostValues[Name]> } = {
  brand: { isRequired: true, empty: "", read: label(longestWord) },
  model: { isRequired: true, empty: "", read: label(longestWord) },
  year: { isRequired: true, empty: 0, read: whole(oldestYear, newestYear) },
  trim: { isRequired: false, empty: "", read: label(longestWord) },
  category: { isRequired: true, empty: "Sedan", read: listed(categories) },
  bodyStyle: { isRequired: false, empty: "sedan", read: listed(bodyStyles) },
  colour: { isRequired: false, empty: "", read: label(40) },
  vin: { isRequired: true, empty: "", read: readVin },
  plateNumber: { isRequired: true, empty: "", read: upper(text(10, isPlate, "not_a_plate")) },
  odometer: { isRequired: true, empty: 0, read: whole(0, mostMiles) },
  seats: { isRequired: true, empty: 0, read: whole(1, mostSeats) },
  transmission: { isRequired: false, empty: "automatic", read: listed(transmissions) },
  carplay: { isRequired: false, empty: false, read: mark },
  city: { isRequired: true, empty: "San Jose", read: readCity },
  zipCode: { isRequired: true, empty: "", read: text(10, isZipCode, "not_a_zip") },
  handoverAddress: { isRequired: true, empty: "", read: label(longestAddress) },
  deliveryMiles: { isRequired: false, empty: 0, read: whole(0, mostDeliveryMiles) },
  features: { isRequired: false, empty: [], read: readFeatures },
  description: { isRequired: false, empty: "", read: text(longestProse) },
  descriptionZh: { isRequired: false, empty: "", read: text(longestProse) },
  translated: { isRequired: false, empty: "", read: text(longestProse) },
  monthlyPrice: { isRequired: true, empty: 0, read: readPrice },
  minRentDays: { isRequired: false, empty: shortestRent, read: whole(shortestRent, longestRent) },
  maxRentDays: { isRequired: false, empty: longestRent, read: whole(shortestRent, longestRent) },
  noticeDays: { isRequired: false, empty: 0, read: whole(0, mostNoticeDays) },
  instantBook: { isRequired: false, empty: false, read: mark },
};

const isEmpty = (typed: TypedValue | undefined): boolean =>
  typed === undefined ||
  (Array.isArray(typed) ? typed.length === 0 : typeof typed === "string" && typed.trim() === "");

export type ReadFields = {
  /** What is right, and the usual value of what is empty and may be. */
  values: Partial<HostValues>;
  /** What is typed and not right yet; `required` of what is empty and may not be. */
  errors: Partial<Record<HostField, HostFieldError>>;
};

/** Reads what a host typed. `today` bounds the model year. Nothing that is typed is changed by it. */
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
  const rule: Rule<HostValues[HostField]> = rules[name];
  if (typed === undefined || isEmpty(typed)) {
    if (rule.isRequired) read.errors[name] = "required";
    else Object.assign(read.values, { [name]: rule.empty });
    return;
  }
  const found = rule.read(typed, today);
  if ("error" in found) read.errors[name] = found.error;
  else Object.assign(read.values, { [name]: found.value });
}

/** The values, where every field is right. */
export function wholeValues({ values, errors }: ReadFields): HostValues | undefined {
  return Object.keys(errors).length === 0 && isWhole(values) ? values : undefined;
}
const isWhole = (values: Partial<HostValues>): values is HostValues =>
  hostFieldNames.every((name) => values[name] !== undefined);
