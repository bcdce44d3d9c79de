import type { CarBody, FleetCar } from "#contract/admin/cars.ts";
import { type BodyStyle } from "#domain/cars/body-styles.ts";
import {
  highestPrice,
  isPlate,
  isStateCode,
  isZipCode,
  longestRent,
  requiredFields,
  shortestRent,
} from "#domain/cars/car-rules.ts";
import { isLabel } from "#domain/plain-text.ts";
import { type Category, oldestYear, type Transmission } from "#domain/cars/cars.ts";
import { parseMoney, wireMoney } from "#domain/money.ts";

/** The names of the form's fields, in the order that they stand. */
export const textFields = [
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
  "bodyStyle",
  "city",
  "state",
  "zipCode",
  "plateNumber",
  "insurance",
  "features",
  "description",
  "descriptionZh",
] as const;
export type CarField = (typeof textFields)[number];
export type CarTyped = Record<CarField, string> & { carplay: boolean; available: boolean };
export type CarError =
  | "required"
  | "label"
  | "year"
  | "price"
  | "rent"
  | "state"
  | "zip"
  | "plate"
  | "taken"
  | "other";
export type CarErrors = Partial<Record<CarField, CarError>>;

const labels: readonly CarField[] = ["name", "brand", "model", "trim", "colour", "city", "insurance"];

/** What is wrong with a form as it was typed. `newest` is the newest model year. */
export function carErrors(typed: CarTyped, newest: number): CarErrors {
  const errors: CarErrors = {};
  const say = (field: CarField, error: CarError, isWrong: boolean) => {
    if (isWrong) errors[field] ??= error;
  };
  for (const field of requiredFields) say(field, "required", typed[field].trim() === "");
  for (const field of labels) say(field, "label", !isLabel(typed[field].trim()));
  const [year, rent, price] = [
    wholeOf(typed.year),
    wholeOf(typed.minRentDays),
    parseMoney(typed.monthlyPrice.trim()),
  ];
  say("year", "year", year === undefined || year < oldestYear || year > newest);
  say("monthlyPrice", "price", price === undefined || price < 1 || price > highestPrice);
  say(
    "minRentDays",
    "rent",
    typed.minRentDays.trim() !== "" && (rent === undefined || rent < shortestRent || rent > longestRent),
  );
  say("state", "state", !isStateCode(typed.state.trim()));
  say("zipCode", "zip", typed.zipCode.trim() !== "" && !isZipCode(typed.zipCode.trim()));
  say("plateNumber", "plate", typed.plateNumber.trim() !== "" && !isPlate(typed.plateNumber.trim()));
  return errors;
}

const wholeOf = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text.trim()) ? Number.parseInt(text.trim(), 10) : undefined;

/** The wire's form of a form that has no errors. */
export function carBody(
  typed: CarTyped,
  pictures: Pick<CarBody, "image" | "images" | "pictureTexts">,
): CarBody {
  const text = (field: CarField) => typed[field].trim();
  const rent = wholeOf(typed.minRentDays);
  return {
    name: text("name"),
    brand: text("brand"),
    model: text("model"),
    trim: text("trim"),
    year: wholeOf(typed.year) ?? 0,
    category: text("category") as Category,
    transmission: text("transmission") as Transmission,
    monthlyPrice: wireMoney(parseMoney(text("monthlyPrice")) ?? 0),
    ...(rent !== undefined && { minRentDays: rent }),
    colour: text("colour"),
    ...(text("bodyStyle") && { bodyStyle: text("bodyStyle") as BodyStyle }),
    city: text("city"),
    state: text("state"),
    zipCode: text("zipCode"),
    plateNumber: text("plateNumber"),
    insurance: text("insurance"),
    features: typed.features
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    description: text("description"),
    descriptionZh: text("descriptionZh"),
    carplay: typed.carplay,
    available: typed.available,
    ...pictures,
  };
}

/** A car's fields as text, as the form shows them. */
export const carText = (car: FleetCar): Record<CarField, string> => ({
  ...car,
  year: String(car.year),
  minRentDays: String(car.minRentDays),
  features: car.features.join("\n"),
});
