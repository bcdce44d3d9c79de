import { expect, it } from "vitest";
import type { Car } from "#contract/cars.ts";
import { usualFacts } from "#domain/cars/fields.ts";
import { shownCar } from "./shown-car.ts";

const car: Car = {
  id: "0193",
  name: "Toyota Camry",
  brand: "Toyota",
  model: "Camry",
  year: 2023,
  category: "Sedan",
  bodyStyle: "sedan",
  colour: "Black",
  monthlyPrice: "760.00",
  description: "",
  descriptionZh: "",
  features: [],
  images: [],
  image: "",
  pictures: [],
  city: "Fremont",
  state: "CA",
  zipCode: "",
  minRentDays: 30,
  ...usualFacts(),
  available: true,
};

it("a card names the brand in its reader's language", () => {
  expect([shownCar(car, "zh").name, shownCar(car, "en").name]).toEqual(["丰田 Toyota Camry", "Toyota Camry"]);
});
