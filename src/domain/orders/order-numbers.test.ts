import { describe, expect, test } from "vitest";
import { orderNumber, readOrderNumber, readPromoCode, promoCode, promoCodeBytes } from "./order-numbers.ts";

test.each([
  "LB-7K3F-9QXA",
  "lb-7k3f-9qxa",
  "  LB-7K3F-9QXA\n",
  "LB7K3F9QXA",
  "lb 7k3f 9qxa",
  "7K3F-9QXA",
  "7k3f9qxa",
  "#LB-7K3F-9QXA",
  "LB–7K3F—9QXA",
  "LB_7K3F_9QXA",
  "ＬＢ－７Ｋ３Ｆ－９ＱＸＡ",
  "Order number: LB-7K3F-9QXA.",
  "订单号：LB-7K3F-9QXA",
])("the typed text %j is read as the order number", (typed) =>
  expect(readOrderNumber(typed)).toBe("LB-7K3F-9QXA"),
);

test.each(["", "LB", "LB-7K3F", "LB-7K3F-9QX", "9QXA", "hello", "7K3F-9QXA-2", "LB-7K3F-9QXA".repeat(20)])(
  "the typed text %j holds no order number",
  (typed) => expect(readOrderNumber(typed)).toBeUndefined(),
);

test.each([
  ["bay-7k3f9qx-a2m4xyz", "BAY-7K3F9QX-A2M4XYZ"],
  ["BAY7K3F9QXA2M4XYZ", "BAY-7K3F9QX-A2M4XYZ"],
  ["\u202aＢＡＹ－７Ｋ３Ｆ９ＱＸ–a2m4xyz\u202c", "BAY-7K3F9QX-A2M4XYZ"],
  ["bay-10", "BAY-10"],
])("%j is read as the promo code %s", (typed, code) => expect(readPromoCode(typed)).toBe(code));

test("every order number that is made can be read", () => {
  for (let byte = 0; byte < 256; byte++) {
    const made = orderNumber(new Uint8Array(8).fill(byte));
    expect(readOrderNumber(made.toLowerCase().replaceAll("-", " "))).toBe(made);
  }
});

describe("orderNumber", () => {
  test("an order number has only letters and digits that are clear over the telephone", () => {
    for (let byte = 0; byte < 256; byte++)
      expect(orderNumber(new Uint8Array(8).fill(byte))).toMatch(
        /^LB-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/,
      );
  });

  test("an order number depends on every byte", () => {
    const numbers = Array.from({ length: 8 }, (_, place) => orderNumber(new Uint8Array(8).with(place, 7)));
    expect(new Set([orderNumber(new Uint8Array(8)), ...numbers]).size).toBe(9);
  });
});

describe("promoCode", () => {
  test("a promo code is clear over the telephone and holds more than sixty bits", () => {
    for (let byte = 0; byte < 256; byte++)
      expect(promoCode(new Uint8Array(promoCodeBytes).fill(byte))).toMatch(
        /^BAY-[2-9A-HJKMNP-TV-Z]{7}-[2-9A-HJKMNP-TV-Z]{7}$/,
      );
    // The likeliest letter comes from 9 of 256 bytes.
    expect(promoCodeBytes * Math.log2(256 / 9)).toBeGreaterThan(60);
  });

  test("a promo code depends on every byte", () => {
    const codes = Array.from({ length: promoCodeBytes }, (_, place) =>
      promoCode(new Uint8Array(promoCodeBytes).with(place, 7)),
    );
    expect(new Set([promoCode(new Uint8Array(promoCodeBytes)), ...codes]).size).toBe(promoCodeBytes + 1);
  });
});
