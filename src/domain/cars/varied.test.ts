import { expect, it } from "vitest";
import type { Category } from "./cars.ts";
import { varied } from "./varied.ts";

const car = (name: string, brand: string, category: Category, city: string, colour = "Silver") => ({
  name,
  brand,
  category,
  city,
  colour,
});
const corolla = car("Corolla", "Toyota", "Compact", "Fremont");
const camry = car("Camry", "Toyota", "Sedan", "Fremont");
const civic = car("Civic", "Honda", "Compact", "San Jose");
const model3 = car("Model 3", "Tesla", "Electric", "Palo Alto");
const sienna = car("Sienna", "Toyota", "Minivan", "Cupertino");

it("a varied choice begins with the first car, then takes the most different ones", () => {
  const fleet = [corolla, { ...corolla }, camry, civic, model3, sienna];
  expect(varied(fleet, 4)).toEqual([corolla, model3, civic, sienna]);
});

it("a varied choice prefers another color when all else is equally new", () => {
  const blue = { ...civic, name: "Fit", colour: "Midnight blue" };
  expect(varied([camry, civic, blue], 2)).toEqual([camry, blue]);
});

it("a varied choice repeats cars when there are no others", () => {
  expect(varied([corolla, { ...corolla }], 4)).toHaveLength(2);
  expect(varied([], 4)).toEqual([]);
});
