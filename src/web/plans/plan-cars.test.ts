import { expect, test } from "vitest";
import { plans } from "#domain/pricing/plans.ts";
import { carsByPlan } from "./plan-cars.ts";

const car = (
  brand: string,
  model: string,
  category: "Compact" | "Sedan" | "Electric",
  monthlyPrice: string,
) => ({
  name: `${brand} ${model}`,
  brand,
  model,
  category,
  monthlyPrice,
  pictures: [
    {
      url: `/api/images/cars/${model}.webp`,
      width: 1500,
      height: 1000,
      widths: [320],
      view: "hero" as const,
      illustration: true,
    },
  ],
});

const sentra = car("Nissan", "Sentra", "Compact", "514.00");
const accord = car("Honda", "Accord", "Sedan", "780.00");
const leaf = car("Nissan", "Leaf", "Electric", "544.00");
const tesla = car("Tesla", "Model 3", "Electric", "1300.00");

test("every plan has a picture of its kind, even if no car serves it", () => {
  const found = carsByPlan([sentra, accord, leaf, tesla]);
  expect(Object.entries(found).map(([tier, { shown }]) => [tier, shown?.name])).toEqual([
    ["economy", "Nissan Sentra"],
    ["basic", "Nissan Sentra"],
    ["standard", "Honda Accord"],
    ["premium", "Honda Accord"],
    ["tesla", "Tesla Model 3"],
    ["tesla-premium", "Tesla Model 3"],
  ]);
  expect(found.economy).toMatchObject({ examples: [], hasFreeCar: false });
  expect(found.tesla).toMatchObject({ examples: [], hasFreeCar: false });
});

test("a plan without a car in the city shows another city's car and does not name it", () => {
  const { basic } = carsByPlan([accord], [sentra]);
  expect(basic).toMatchObject({ examples: [], hasFreeCar: false, shown: { name: "Nissan Sentra" } });
});

test("a plan without any car of its kind shows nothing", () => {
  const found = carsByPlan([leaf]);
  expect(plans.map(({ tier }) => found[tier].shown)).toEqual(plans.map(() => undefined));
});

test("a plan's examples have the make's name that Chinese readers know", () => {
  const { basic } = carsByPlan([sentra], [], "zh");
  expect(basic).toMatchObject({ examples: ["日产 Nissan Sentra"], shown: { name: "日产 Nissan Sentra" } });
});
