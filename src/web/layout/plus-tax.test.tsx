import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import type { City } from "#domain/cars/cars.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import { PlusTax } from "./plus-tax.tsx";

const rate = (cities?: City[]): TaxRate => ({
  name: "Sales tax",
  percent: 9.375,
  from: "2026-01-01",
  on: ["rental"],
  ...(cities && { cities }),
});

function said(taxRates: TaxRate[], city: string | undefined, today = "2026-11-27"): string {
  const Page = createRoutesStub([{ id: "root", path: "/", Component: () => <PlusTax city={city} /> }]);
  const business = { taxRates };
  return renderToStaticMarkup(<Page hydrationData={{ loaderData: { root: { business, today } } }} />)
    .replaceAll(/<[^>]+>/g, "")
    .trim();
}

it('a price says "plus tax" in a city with taxes', () => {
  expect(said([rate(["San Jose"])], "San Jose")).toBe("plus tax");
  expect(said([rate()], "Fremont")).toBe("plus tax");
});

it("a price says nothing where no tax is added yet", () => {
  expect(said([], undefined)).toBe("");
  expect(said([rate(["San Jose"])], "Fremont")).toBe("");
  expect(said([rate(["San Jose"])], undefined, "2025-11-27")).toBe("");
});

it('a price says "plus tax where it applies" while the city is unknown', () => {
  expect(said([rate(["San Jose"])], undefined)).toBe("plus tax where it applies");
  expect(said([rate()], undefined)).toBe("plus tax");
});
