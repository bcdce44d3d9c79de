import { expect, test } from "vitest";
import { checkCard, firstEmpty, groupCardNumber, shapeExpiry, type TypedCard } from "./card-check.ts";

const card: TypedCard = {
  cardNumber: "4111 1111 1111 1111",
  expiryDate: "12/28",
  cvv: "123",
  cardholderName: "Yuting Chen",
  addressLine1: "1401 N Shoreline Blvd",
  addressLine2: "",
  city: "Mountain View",
  state: "CA",
  zipCode: "94043",
  country: "United States",
};

test("sums a card up by its brand, last four digits and expiry", () => {
  expect(checkCard(card, "2026-11-21")).toEqual({ brand: "visa", last4: "1111", expiry: "12/28" });
});

test.each([
  ["a mistyped number", { cardNumber: "4111 1111 1111 1112" }, { field: "cardNumber", code: "number" }],
  ["a number of no scheme", { cardNumber: "9999 9999 9999 9995" }, { field: "cardNumber", code: "number" }],
  ["a month that is none", { expiryDate: "13/28" }, { field: "expiryDate", code: "expiry_shape" }],
  ["a card of last month", { expiryDate: "10/26" }, { field: "expiryDate", code: "expiry_past" }],
  ["four digits where three belong", { cvv: "1234" }, { field: "cvv", code: "cvv", digits: 3 }],
  [
    "three digits on an American Express",
    { cardNumber: "3782 822463 10005" },
    { field: "cvv", code: "cvv", digits: 4 },
  ],
])("refuses %s", (_, typed, error) => {
  expect(checkCard({ ...card, ...typed }, "2026-11-21")).toEqual(error);
});

test("takes a card through the last day of its month", () => {
  expect(checkCard({ ...card, expiryDate: "11/26" }, "2026-11-30")).toMatchObject({ expiry: "11/26" });
});

test("asks for everything but the second address line", () => {
  expect(firstEmpty(card)).toBeUndefined();
  expect(firstEmpty({ ...card, zipCode: " " })).toBe("zipCode");
});

test.each([
  ["4111111111111111", "4111 1111 1111 1111"],
  ["378282246310005", "3782 822463 10005"],
  ["6222020000000000001", "6222020000000000001"],
])("groups %s as people read it, within 19 characters", (typed, shown) => {
  expect(groupCardNumber(typed)).toBe(shown);
});

test("puts the slash into an expiry", () => {
  expect(["1", "12", "122", "1228", "12/28"].map(shapeExpiry)).toEqual(["1", "12", "12/2", "12/28", "12/28"]);
});
