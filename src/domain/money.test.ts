import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  centsFromNumber,
  divideHalfUp,
  formatMoney,
  formatWholeMoney,
  maxCents,
  parseMoney,
  wireMoney,
} from "./money.ts";

describe("parseMoney", () => {
  it.each([
    ["749", 74_900],
    ["749.5", 74_950],
    ["749.00", 74_900],
    ["0", 0],
    ["0.01", 1],
    ["10000000.00", maxCents],
  ])("the amount %s is read", (text, cents) => {
    expect(parseMoney(text)).toBe(cents);
  });

  it.each([
    "",
    " ",
    "-1",
    "+1",
    "01",
    "1.",
    ".5",
    "1.005",
    "1,200.00",
    "$5",
    "1e3",
    "0x10",
    "NaN",
    "Infinity",
    " 1",
    "1 ",
    "1\n",
    "６",
    "٣",
    "10000000.01",
    "99999999999",
    "__proto__",
  ])("the text %j is not an amount", (text) => {
    expect(parseMoney(text)).toBeUndefined();
  });

  it("every amount is read back as it was written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => {
        expect(parseMoney(wireMoney(cents))).toBe(cents);
      }),
    );
  });
});

describe("centsFromNumber", () => {
  it("every whole number of cents survives a float", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => {
        expect(centsFromNumber(cents / 100)).toBe(cents);
      }),
    );
  });

  it.each([-0.01, -1, 0.005, 0.015, 19.999, 1e308, Number.NaN, Infinity, -Infinity, 10_000_000.01])(
    "the number %d is refused as an amount",
    (dollars) => {
      expect(centsFromNumber(dollars)).toBeUndefined();
    },
  );

  it("the float sum of 0.1 and 0.2 is 30 cents", () => {
    expect(centsFromNumber(0.1 + 0.2)).toBe(30);
  });
});

describe("wireMoney", () => {
  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [123_400, "1234.00"],
    [-9585, "-95.85"],
    [-5, "-0.05"],
    [-0, "0.00"],
  ])("the amount of %d cents is written for the API", (cents, text) => {
    expect(wireMoney(cents)).toBe(text);
  });
});

describe("formatMoney", () => {
  it.each([
    [123_400, "$1,234.00", "US$1,234.00"],
    [0, "$0.00", "US$0.00"],
    [-9585, "−$95.85", "−US$95.85"],
    [maxCents, "$10,000,000.00", "US$10,000,000.00"],
  ])("the amount of %d cents is shown in both languages", (cents, en, zh) => {
    expect([formatMoney(cents, "en"), formatMoney(cents, "zh")]).toEqual([en, zh]);
  });

  it.each([
    [74_900, "$749"],
    [74_950, "$749.50"],
  ])("only whole dollars are shown without cents: %d", (cents, text) => {
    expect(formatWholeMoney(cents, "en")).toBe(text);
  });
});

describe("divideHalfUp", () => {
  it.each([
    [1, 2, 1],
    [1, 3, 0],
    [2, 3, 1],
    [5, 10, 1],
    [4, 10, 0],
    [0, 30, 0],
    [15, 30, 1],
    [14, 30, 0],
  ])("the quotient %d / %d is rounded to %d", (value, divisor, result) => {
    expect(divideHalfUp(value, divisor)).toBe(result);
  });

  it("rounded division agrees with big integers for all prices and lengths", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCents }), fc.integer({ min: 1, max: 400 }), (cents, days) => {
        expect(BigInt(divideHalfUp(cents * days, 30))).toBe((BigInt(cents) * BigInt(days) * 2n + 30n) / 60n);
      }),
    );
  });
});
