import { expect, it } from "vitest";
import { readTaxRates } from "./tax-setting.ts";

const rate = { name: "Sales tax", percent: 9.375, from: "2027-01-01", on: ["rental"] };
const read = (...entries: unknown[]) => readTaxRates(JSON.stringify(entries));

it("tax rates are read with their cities and the lines that they tax", () => {
  const whole = { ...rate, zh: "销售税", cities: ["san jose", "Fremont, CA"], on: ["tolls", "rental"] };
  expect(read(rate, whole, { ...rate, from: "2028-01-01" })).toMatchObject({
    error: "entry 2: “Sales tax” has two rates from 2027-01-01 in the same city",
  });
  expect(read(whole, { ...rate, cities: ["Cupertino"] })).toEqual({
    rates: [
      { ...whole, cities: ["San Jose", "Fremont"], on: ["rental", "tolls"] },
      { ...rate, cities: ["Cupertino"] },
    ],
  });
  expect(readTaxRates("[]")).toEqual({ rates: [] });
});

it.each([
  ["{", "must be a JSON list of tax rates"],
  ["{}", "must be a JSON list of tax rates"],
  [JSON.stringify([5]), "entry 1: must be an object"],
  [JSON.stringify([{ ...rate, rate: 5 }]), "entry 1: “rate” is none of name, zh, percent, from, cities, on"],
  [JSON.stringify([{ ...rate, name: " " }]), "entry 1: name must be plain text of at most 40 characters"],
  [JSON.stringify([{ ...rate, name: "a\nb" }]), "entry 1: name must be plain text of at most 40 characters"],
  [
    JSON.stringify([rate, { ...rate, percent: "9" }]),
    "entry 2: percent must be above 0, at most 50, with at most 4 decimals",
  ],
  [
    JSON.stringify([{ ...rate, percent: 0 }]),
    "entry 1: percent must be above 0, at most 50, with at most 4 decimals",
  ],
  [
    JSON.stringify([{ ...rate, percent: 1.00001 }]),
    "entry 1: percent must be above 0, at most 50, with at most 4 decimals",
  ],
  [JSON.stringify([{ ...rate, from: "2027-02-30" }]), "entry 1: from must be a date, written YYYY-MM-DD"],
  [JSON.stringify([{ ...rate, cities: ["Reno"] }]), "entry 1: cities: “Reno” is none of ours"],
  [
    JSON.stringify([{ ...rate, on: ["everything"] }]),
    "entry 1: on must be a list of rental, insurance, fees, extra_miles, late_days, damage, tolls, cleaning",
  ],
])("the tax setting %s is refused with a reason", (text, error) => {
  expect(readTaxRates(text)).toEqual({ error });
});
