import { expect, it } from "vitest";
import { parseMoney } from "#domain/money.ts";
import { amountOfMoney } from "./money.ts";

const read = (typed: string) => {
  const tidy = amountOfMoney.tidy(typed);
  return amountOfMoney.error(tidy) ?? parseMoney(tidy);
};

it.each([
  ["749", 74_900],
  [" 749.5 ", 74_950],
  ["$1,250.00", 125_000],
  ["US$ 1,250", 125_000],
  ["us$12,345,678.90", "amount"],
  ["9,876,543.21", 987_654_321],
  ["＄１，２５０．５０", 125_050],
  ["1250\u200e", 125_000],
])("an amount typed as %j is read as %s", (typed, cents) => {
  expect(read(typed)).toBe(cents);
});

it.each([
  "0",
  "0.00",
  "-5",
  "1,25",
  "12,50",
  "1.250,00",
  "1,2345",
  "1 250",
  "ten",
  "5.999",
  "$",
  "1e3",
  "5.",
])("an amount typed as %j is refused", (typed) => {
  expect(read(typed)).toBe("amount");
});
