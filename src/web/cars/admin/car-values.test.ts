import { expect, it } from "vitest";
import { type CarField, carBody, carErrors, type CarTyped, markFields, textFields } from "./car-values.ts";

/** A car as somebody types it: what isn't said here is left empty. */
function typedWith(fields: Partial<Record<CarField, string>>): CarTyped {
  const empty = Object.fromEntries([
    ...textFields.map((field) => [field, ""]),
    ...markFields.map((field) => [field, false]),
  ]) as CarTyped;
  return {
    ...empty,
    name: "Kia Rio",
    brand: "Kia",
    model: "Rio",
    year: "2024",
    category: "Sedan",
    monthlyPrice: "639.00",
    city: "Fremont",
    state: "CA",
    ...fields,
  };
}

it("invisible characters cause no error in a car's form, and are not sent", () => {
  const typed = typedWith({
    brand: "\u200bKia",
    year: "2024\u200e",
    monthlyPrice: "\u202a639.00\u202c",
    state: "CA\u200b",
    zipCode: "94538\u200b",
    plateNumber: "8ABC\u200b123",
    features: "Heated seats\u200b\n \u200b\nTow bar",
    description: "\u200bFirst line\nSecond line ",
  });
  expect(carErrors(typed, 2027)).toEqual({});
  expect(carBody(typed, {})).toMatchObject({
    brand: "Kia",
    year: 2024,
    monthlyPrice: "639.00",
    state: "CA",
    zipCode: "94538",
    plateNumber: "8ABC123",
    features: ["Heated seats", "Tow bar"],
    description: "First line\nSecond line",
  });
});

it("wrong values in a car's form still get their errors", () => {
  const wrong = { brand: "\u200b", zipCode: "9453", plateNumber: "?", monthlyPrice: "much" };
  expect(carErrors(typedWith(wrong), 2027)).toEqual({
    brand: "required",
    zipCode: "zip",
    plateNumber: "plate",
    monthlyPrice: "price",
  });
});
