import { expect, it } from "vitest";
import type { AdminCar } from "#contract/admin/cars.ts";
import { carBody, typedOf } from "./car-values.ts";
import { differencesOf, mergedBody } from "./merge-car.ts";

const opened = {
  id: "1",
  name: "Camry",
  brand: "Toyota",
  model: "Camry",
  year: 2024,
  category: "Sedan",
  bodyStyle: "sedan",
  colour: "Sand",
  monthlyPrice: "829.50",
  description: "Old",
  descriptionZh: "",
  features: ["5 seats"],
  images: ["a.webp"],
  pictureTexts: {},
  city: "Fremont",
  state: "CA",
  zipCode: "",
  minRentDays: 30,
  trim: "SE",
  transmission: "automatic",
  carplay: true,
  available: true,
  plateNumber: "7ABC123",
  insurance: "",
} as unknown as AdminCar;
const bodyOf = (car: AdminCar) =>
  carBody(typedOf(car), { images: car.images, image: car.images[0] ?? "", pictureTexts: car.pictureTexts });

it("changes by two administrators are compared field by field", () => {
  const mine = bodyOf({ ...opened, monthlyPrice: "800.00", trim: "Mine", colour: "Black" });
  const theirs = {
    ...opened,
    trim: "Theirs",
    city: "San Jose",
    available: false,
    colour: "Black",
    images: ["b.webp", "a.webp"],
  };
  expect(differencesOf(opened, theirs, mine)).toEqual([
    { field: "trim", mine: "Mine", theirs: "Theirs", usual: "mine" },
    { field: "monthlyPrice", mine: "800.00", theirs: "829.50", usual: "mine" },
    { field: "city", mine: "Fremont", theirs: "San Jose", usual: "theirs" },
    { field: "available", mine: "true", theirs: "false", usual: "theirs" },
    { field: "images", mine: '[["a.webp",""]]', theirs: '[["b.webp",""],["a.webp",""]]', usual: "theirs" },
  ]);
  const merged = mergedBody(mine, theirs, {
    trim: "theirs",
    monthlyPrice: "mine",
    city: "theirs",
    available: "theirs",
    images: "theirs",
  });
  expect(merged).toMatchObject({
    trim: "Theirs",
    monthlyPrice: "800.00",
    city: "San Jose",
    available: false,
    images: ["b.webp", "a.webp"],
    image: "b.webp",
    colour: "Black",
  });
  expect(
    differencesOf(
      opened,
      theirs,
      mergedBody(mine, theirs, {
        trim: "mine",
        monthlyPrice: "mine",
        city: "theirs",
        available: "theirs",
        images: "theirs",
      }),
    ),
  ).toHaveLength(2);
});
