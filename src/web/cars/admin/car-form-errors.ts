import type { ErrorBody } from "#contract/errors.ts";
import { oldestYear } from "#domain/cars/cars.ts";
import { rowOf } from "#domain/cars/fields.ts";
import { plainNames } from "#web/cars/plain-fields.ts";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import {
  type CarError,
  type CarErrors,
  type CarField,
  type CarTyped,
  type MarkField,
  markFields,
  textFields,
} from "./car-values.ts";

const fieldWords: Record<CarField | MarkField, () => string> = {
  ...plainNames,
  available: m.admin_car_available,
  name: m.admin_car_name,
  brand: m.admin_car_brand,
  model: m.admin_car_model,
  year: m.admin_car_year,
  category: m.admin_cars_category,
  monthlyPrice: m.admin_car_price,
  minRentDays: m.admin_car_rent,
  colour: m.admin_car_colour,
  bodyStyle: m.admin_car_body,
  city: m.admin_car_city,
  state: m.admin_car_state,
  zipCode: m.admin_car_zip,
  plateNumber: m.admin_car_plate,
  features: m.admin_car_features,
  description: m.admin_car_english,
  descriptionZh: m.admin_car_chinese,
};

export const fieldWord = (field: CarField | MarkField): string => fieldWords[field]();

/** The values that the form holds now. */
export function readForm(form: HTMLFormElement): CarTyped {
  const typed = new FormData(form);
  const texts = Object.fromEntries(textFields.map((name) => [name, String(typed.get(name) ?? "")])) as Record<
    CarField,
    string
  >;
  const marks = Object.fromEntries(markFields.map((name) => [name, typed.has(name)])) as Record<
    MarkField,
    boolean
  >;
  return { ...texts, ...marks };
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.body?.code === "stale";

/** What only the server can refuse, by its codes. */
const refusals: Record<string, CarError> = { taken: "taken", above_longest: "longest" };

/** The server's errors, by field. */
export function refusedFields(error: unknown): CarErrors {
  const fields: ErrorBody["fields"] = error instanceof ApiError ? error.body?.fields : undefined;
  const known = Object.entries(fields ?? {}).flatMap(([name, { code }]) => {
    const field = textFields.find((known) => known === name.split(".")[0]);
    return field ? [[field, refusals[code] ?? "other"] as const] : [];
  });
  return Object.fromEntries(known);
}

export function errorWords(field: CarField, fieldError: CarError, newest: number): string {
  const row = rowOf(field);
  if (fieldError === "range" && row.kind === "whole")
    return m.host_error_range({ from: row.from, to: row.to });
  if (fieldError === "year") return m.admin_car_error_year({ from: oldestYear, to: newest });
  const words = {
    required: m.admin_car_error_required,
    label: m.admin_car_error_label,
    price: m.admin_car_error_price,
    rent: m.admin_car_error_rent,
    state: m.admin_car_error_state,
    zip: m.admin_car_error_zip,
    plate: m.admin_car_error_plate,
    taken: m.admin_car_error_taken,
    longest: m.admin_car_error_longest,
    range: m.admin_car_error_other,
    other: m.admin_car_error_other,
  };
  return words[fieldError]();
}
