import type { CarBody, AdminCar } from "#contract/admin/cars.ts";
import { highestPrice, isPlate, isStateCode, isZipCode, longestProse } from "#domain/cars/car-rules.ts";
import { oldestYear } from "#domain/cars/cars.ts";
import {
  type FieldsWith,
  inOrder,
  privateFacts,
  publicFacts,
  requiredFields,
  rowOf,
  type StaffField,
  staffFieldNames,
} from "#domain/cars/fields.ts";
import { line, words } from "#domain/fields/rules.ts";
import { parseMoney, wireMoney } from "#domain/money.ts";
import { pick } from "#domain/pick.ts";
import { isLabel } from "#domain/plain-text.ts";

export type MarkField = StaffField & FieldsWith<{ kind: "mark" }>;
/** A field that is typed or chosen. */
export type CarField = Exclude<StaffField, MarkField | "images">;
export const isMark = (name: StaffField): name is MarkField => rowOf(name).kind === "mark";
const isTyped = (name: StaffField): name is CarField => name !== "images" && !isMark(name);

/** The checkboxes, in the order of the form. */
export const markFields = inOrder(["available"], staffFieldNames.filter(isMark));
/** The other fields, in their order. */
export const textFields = inOrder(
  [
    "name",
    "brand",
    "model",
    "trim",
    "year",
    "category",
    "transmission",
    "monthlyPrice",
    "minRentDays",
    "colour",
    ...publicFacts.filter((name) => isTyped(name)),
    "bodyStyle",
    "city",
    "state",
    "zipCode",
    "plateNumber",
    ...privateFacts.filter((name) => isTyped(name)),
  ],
  staffFieldNames.filter(isTyped),
);
export type CarTyped = Record<CarField, string> & Record<MarkField, boolean>;
export type CarError =
  | "required"
  | "label"
  | "year"
  | "price"
  | "rent"
  | "range"
  | "state"
  | "zip"
  | "plate"
  | "taken"
  | "longest"
  | "other";
export type CarErrors = Partial<Record<CarField, CarError>>;

const prose = words(longestProse);
const oneLine = line(longestProse);
const eachLine = (text: string): string =>
  text
    .split("\n")
    .map((one) => oneLine.tidy(one))
    .filter(Boolean)
    .join("\n");

/** The typed values as the server reads them, without characters that nobody sees. */
function tidied(typed: CarTyped): CarTyped {
  const texts = textFields.map((field) => {
    const { kind } = rowOf(field);
    const tidy = kind === "list" ? eachLine : kind === "prose" ? prose.tidy : oneLine.tidy;
    return [field, tidy(typed[field])];
  });
  return { ...typed, ...Object.fromEntries(texts) };
}

/** The errors of the typed values. `newest` is the newest model year. */
export function carErrors(typed: CarTyped, newest: number): CarErrors {
  const tidy = tidied(typed);
  const errors: CarErrors = {};
  const say = (field: CarField, error: CarError, isWrong: boolean) => {
    if (isWrong) errors[field] ??= error;
  };
  for (const field of requiredFields) say(field, "required", tidy[field] === "");
  for (const field of textFields) {
    const [row, text] = [rowOf(field), tidy[field]];
    if (row.kind === "label" || row.kind === "city") say(field, "label", !isLabel(text));
    if (row.kind !== "whole") continue;
    const value = wholeOf(text);
    const isOut = value === undefined || value < row.from || value > row.to;
    say(field, field === "minRentDays" ? "rent" : "range", text !== "" && isOut);
  }
  const [year, price] = [wholeOf(tidy.year), parseMoney(tidy.monthlyPrice)];
  say("year", "year", year === undefined || year < oldestYear || year > newest);
  say("monthlyPrice", "price", price === undefined || price < 1 || price > highestPrice);
  say("state", "state", !isStateCode(tidy.state));
  say("zipCode", "zip", tidy.zipCode !== "" && !isZipCode(tidy.zipCode));
  say("plateNumber", "plate", tidy.plateNumber !== "" && !isPlate(tidy.plateNumber));
  return errors;
}

const wholeOf = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) : undefined;

/** The request body of a form without errors. */
export function carBody(
  typed: CarTyped,
  pictures: Pick<CarBody, "image" | "images" | "pictureTexts">,
): CarBody {
  const tidy = tidied(typed);
  const body = Object.fromEntries(
    textFields.flatMap((field) => {
      const value = wireValue(field, tidy[field]);
      return value === undefined ? [] : [[field, value]];
    }),
  );
  return { ...body, ...pick(typed, markFields), ...pictures } as CarBody;
}

/** A field's value for the request; undefined where the server finds it by itself. */
function wireValue(field: CarField, text: string): string | number | string[] | undefined {
  const { kind } = rowOf(field);
  if (kind === "year") return wholeOf(text) ?? 0;
  if (kind === "whole") return wholeOf(text);
  if (kind === "price") return wireMoney(parseMoney(text) ?? 0);
  if (kind === "choice") return text || undefined;
  if (kind !== "list") return text;
  return text === "" ? [] : text.split("\n");
}

/** A car's fields as text, as the form shows them. */
export const carText = (car: AdminCar): Record<CarField, string> =>
  Object.fromEntries(textFields.map((field) => [field, textOf(car[field])])) as Record<CarField, string>;
const textOf = (value: string | number | string[]): string =>
  Array.isArray(value) ? value.join("\n") : String(value);

/** The values that a car's form would send unchanged. */
export const typedOf = (car: AdminCar): CarTyped => ({ ...carText(car), ...pick(car, markFields) });
