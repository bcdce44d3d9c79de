import { expect, it } from "vitest";
import { previewAddress } from "#domain/cars/previews.ts";
import { meta } from "./detail-page.tsx";

type MetaArgs = Parameters<typeof meta>[0];

const car = {
  id: "3f2c1a9e-0b5d-4f5e-9d0a-6f8d1c2b3a4e",
  name: "Toyota Camry",
  brand: "Toyota",
  model: "Camry",
  year: 2022,
  city: "San Jose",
  monthlyPrice: "750.00",
  image: "/api/images/cars/a.jpg",
  pictures: [],
  available: true,
};

/** The page's own description for messengers and search engines. */
function said(plusTax?: true) {
  const found = { car, ...(plusTax && { plusTax }) };
  const tags = meta({ loaderData: { found }, matches: [] } as unknown as MetaArgs) ?? [];
  return { text: JSON.stringify(tags), address: previewAddress({ ...car, plusTax }, "en") };
}

it("a car's description and offer mention the tax that is added to its price", () => {
  const { text, address } = said(true);
  expect(text).toContain("from $750 plus tax.");
  expect(text).toContain(address);
  expect(text).toContain('"valueAddedTaxIncluded":false');
});

it("a car's description and offer leave out taxes when there are none", () => {
  const { text, address } = said();
  expect(text).toContain("from $750.");
  expect(text).toContain(address);
  expect(text).not.toMatch(/tax/i);
});
