import { expect, test } from "vitest";
import type { CarBody } from "#contract/admin/cars.ts";
import { assistantCar } from "./assistant-car.ts";

test("the assistant gets the car and its features in the page's words, without plate and insurance", () => {
  const car: CarBody = {
    name: "Toyota Camry",
    brand: "Toyota",
    model: "Camry",
    year: 2022,
    category: "Sedan",
    monthlyPrice: "749.00",
    city: "San Jose",
    state: "CA",
    features: ["5 seats", "Sunroof"],
    plateNumber: "8ABC123",
    insurance: "Mercury",
  };
  const asked = assistantCar("an-id", car, (feature) => `«${feature}»`);
  expect(asked).toMatchObject({ id: "an-id", name: "Toyota Camry", features: ["«5 seats»", "«Sunroof»"] });
  expect(asked).not.toHaveProperty("plateNumber");
  expect(asked).not.toHaveProperty("insurance");
});
