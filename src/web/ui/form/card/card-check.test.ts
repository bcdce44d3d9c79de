import { expect, test } from "vitest";
import {
  checkCard,
  firstEmpty,
  groupCardNumber,
  readExpiry,
  shapeExpiry,
  type TypedCard,
} from "./card-check.ts";

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

test("a right card is reduced to its brand, last four digits and expiry", () => {
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
])("a card with %s is refused", (_, typed, error) => {
  expect(checkCard({ ...card, ...typed }, "2026-11-21")).toEqual(error);
});

test("a card is accepted through the last day of its month", () => {
  expect(checkCard({ ...card, expiryDate: "11/26" }, "2026-11-30")).toMatchObject({ expiry: "11/26" });
});

test("a card needs every field but the second address line", () => {
  expect(firstEmpty(card)).toBeUndefined();
  expect(firstEmpty({ ...card, zipCode: " " })).toBe("zipCode");
});

test.each([
  ["4111111111111111", "4111 1111 1111 1111"],
  ["378282246310005", "3782 822463 10005"],
  ["6222020000000000001", "6222020000000000001"],
])("the card number %s is shown in groups within 19 characters", (typed, shown) => {
  expect(groupCardNumber(typed)).toBe(shown);
});

test("an expiry gets its slash, and any other form stays as it was typed", () => {
  expect(["1", "12", "122", "1228", "12/28"].map(shapeExpiry)).toEqual(["1", "12", "12/2", "12/28", "12/28"]);
  for (const typed of [
    "3/28",
    "1/2028",
    "12/2028",
    "12 / 2028",
    "2028-12",
    "202812",
    "122028",
    "328",
    "１２/２８",
  ])
    for (let length = 1; length <= typed.length; length++) {
      const shaped = shapeExpiry(typed.slice(0, length));
      expect(shaped.replace("/", "")).toBe(typed.slice(0, length).replace("/", ""));
    }
});

/** The field's text after somebody types a text letter by letter. */
const typedOut = (text: string) => [...text].reduce((shown, letter) => shapeExpiry(shown + letter), "");

test.each([
  ["12/2028", "12/28"],
  ["12 / 2028", "12/28"],
  ["3/28", "03/28"],
  ["03/28", "03/28"],
  ["2028-12", "12/28"],
  ["2028/3", "03/28"],
  ["1/2028", "01/28"],
  ["１２/２８", "12/28"],
  ["１２２８", "12/28"],
  ["1228", "12/28"],
  ["122028", "12/28"],
  ["202812", "12/28"],
  ["12-28", "12/28"],
  ["12.2028", "12/28"],
  [" 2028 – 12", "12/28"],
  ["12⁄28", "12/28"],
  ["12−28", "12/28"],
  ["\u202a12/\u200b28\u202c", "12/28"],
])("the expiry %s is understood, filled in or typed", (typed, expiry) => {
  expect([readExpiry(shapeExpiry(typed)), readExpiry(typedOut(typed))]).toEqual([expiry, expiry]);
  expect(checkCard({ ...card, expiryDate: typed }, "2026-11-21")).toMatchObject({ expiry });
});

test.each(["13/28", "0/28", "00/28", "12/1928", "12/202", "328", "2028", "12/28/2028", "Dec 2028", "١٢/٢٨"])(
  "the expiry %s is refused as no month",
  (typed) => {
    expect(readExpiry(typed)).toBeUndefined();
    expect(checkCard({ ...card, expiryDate: typed }, "2026-11-21")).toEqual({
      field: "expiryDate",
      code: "expiry_shape",
    });
  },
);

test("a card's full-width digits from a Chinese keyboard are accepted", () => {
  expect(groupCardNumber("４１１１１１１１１１１１１１１１")).toBe("4111 1111 1111 1111");
  expect(
    checkCard(
      { ...card, cardNumber: "４１１１ １１１１ １１１１ １１１１", cvv: "\u202a１２３\u202c" },
      "2026-11-21",
    ),
  ).toMatchObject({ last4: "1111" });
});
