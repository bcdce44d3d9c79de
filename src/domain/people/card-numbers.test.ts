import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cardBrandOf,
  hasLuhnCheckDigit,
  holdsCardNumber,
  isCardNotPhone,
  withoutCardNumbers,
} from "./card-numbers.ts";

/** Numbers that the schemes and processors publish for tests. */
const testNumbers = [
  ["visa", "4242424242424242"],
  ["visa", "4111111111111111"],
  ["visa", "4222222222222"],
  ["mastercard", "5555555555554444"],
  ["mastercard", "2223003122003222"],
  ["mastercard", "2720992593319364"],
  ["amex", "378282246310005"],
  ["amex", "343434343434343"],
  ["discover", "6011111111111117"],
  ["discover", "6445644564456445"],
  ["diners", "3056930009020004"],
  ["diners", "36227206271667"],
  ["jcb", "3566002020360505"],
  ["jcb", "3530111333300000"],
  ["unionpay", "6200000000000005"],
  ["unionpay", "6205500000000000004"],
] as const;

describe("cardBrandOf", () => {
  it.each(testNumbers)("the card brand %s is recognized by the number %s", (brand, digits) => {
    expect(cardBrandOf(digits)).toBe(brand);
  });

  it.each([
    "",
    "4242424242424241",
    "424242424242424",
    "1234567812345670",
    "2220000000000000",
    "2721000000000004",
    "0000000000000000",
    "4242 4242 4242 4242",
    "４２４２４２４２４２４２４２４２",
    "424242424242424242424242",
  ])("the text %j has no card brand", (digits) => {
    expect(cardBrandOf(digits)).toBeUndefined();
  });
});

describe("hasLuhnCheckDigit", () => {
  const bodies = fc.stringMatching(/^\d{12,18}$/);

  it("exactly one last digit of a number is its Luhn check digit", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(
          Array.from({ length: 10 }, (_, digit) => hasLuhnCheckDigit(body + digit)).filter(Boolean),
        ).toHaveLength(1);
      }),
    );
  });

  it("the Luhn check digit detects any one wrong digit", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...testNumbers),
        fc.nat(18),
        fc.integer({ min: 1, max: 9 }),
        ([, digits], place, shift) => {
          const at = place % digits.length;
          const wrong = digits.slice(0, at) + ((Number(digits[at]) + shift) % 10) + digits.slice(at + 1);
          expect(hasLuhnCheckDigit(wrong)).toBe(false);
        },
      ),
    );
  });
});

describe("holdsCardNumber", () => {
  it.each(testNumbers.map(([, digits]) => [digits]))(
    "the card number %s is found alone, in groups, with hyphens and within words",
    (digits) => {
      const grouped = digits.replace(/(\d{4})(?=\d)/g, "$1 ");
      for (const text of [
        digits,
        grouped,
        grouped.replaceAll(" ", "-"),
        `my card is ${digits}, thanks`,
        `卡号${digits}。`,
        `x${digits}y`,
        `\n${grouped}\n`,
      ]) {
        expect(holdsCardNumber(text), text).toBe(true);
      }
    },
  );

  it.each([
    "4242 4242 4242 4242 12/27 123",
    "4242 4242 4242 4242 123",
    "4242-4242-4242-4242 1227",
    "no. 1 4242 4242 4242 4242",
    "12/27 4242 4242 4242 4242",
    "650 555 0134 4242424242424242 12 27",
    "3782 822463 10005 12/27",
    "4242424242424242 4000056655665556",
    "4242/4242/4242/4242",
    "4242, 4242, 4242, 4242",
    "4242:4242:4242:4242",
    "4242*4242*4242*4242",
    "(4242) (4242) (4242) (4242)",
    "(4242)4242[4242]4242",
    "4242=4242;4242#4242",
    "4242 ~ 4242 + 4242 : 4242",
    "3782:822463:10005",
    "卡号4242、4242、4242、4242",
    "3782/822463/10005",
  ])("a card number is found among other digits: %s", (text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  it.each([
    "",
    "4242",
    "4242 4242 4242 4241",
    "94242424242424242424",
    "00004242424242424242",
    "2026-12-01 2027-01-04",
    "3/15/2026, 4/15/2026, 3/16/2026",
    "4,242,424,242,424,242",
    "4242, 4242, 4242",
    "2026-12-01T10:00:00.000Z",
    "+1 650 555 0134",
    "+1 650 555 0134, +1 408 555 0199",
    "1764547200000",
    "7ITW146",
    "LB-7K3F-9QXA",
    "0192e4a0-7c5e-7a1b-9c3d-2f6e8b1a4d5c",
    "123 Castro Street, Mountain View, CA 94041-1234",
    "1234567812345670",
    "4242.42 and 4242.42 and 4242.42 and 4242.42",
  ])("no card number is found in %j", (text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  it.each([
    ["doubled spaces", "4242  4242  4242  4242"],
    ["dots", "4242.4242.4242.4242"],
    ["dots and spaces", "4242. 4242. 4242. 4242"],
    ["full-width digits", "４２４２ ４２４２ ４２４２ ４２４２"],
    ["full-width digits and spaces", "４２４２　４２４２　４２４２　４２４２"],
    ["Arabic digits", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"],
    ["bold digits", "𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐"],
    ["dashes", "4242–4242—4242−4242"],
    ["lines of their own", "4242\n4242\r\n4242\n4242"],
    ["spaces of no width", "4242\u200b4242\u200b4242\u200b4242"],
    ["low lines", "4242_4242_4242_4242"],
    ["middle dots", "4242·4242·4242·4242"],
    ["spaces that do not break", "4242\u00a04242\u202f4242\u00a04242"],
    ["a space after each digit", "4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2"],
  ])("a card number with %s is found", (_name, text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  it("a card number is found beside any words", () => {
    const words = fc.string({ maxLength: 40 }).map((text) => text.replace(/[^a-z,:/]/gi, "x"));
    fc.assert(
      fc.property(words, fc.constantFrom(...testNumbers), words, (before, [, digits], after) => {
        expect(holdsCardNumber(before + digits + after)).toBe(true);
      }),
    );
  });

  it.each([
    ["digits", "4".repeat(100_000)],
    ["groups", "4242 ".repeat(20_000)],
    ["digits and spaces", "4 ".repeat(50_000)],
    ["hyphens", "-".repeat(100_000)],
    ["groups that all but fit", "4242 4242 4242 424 ".repeat(5000)],
  ])("the search for card numbers in 100 kB of %s is fast", (_name, text) => {
    const started = performance.now();
    expect([true, false]).toContain(holdsCardNumber(text));
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe("a telephone field", () => {
  it.each([
    "+1 650 555 0134",
    "(650) 555-0134",
    "650.555.0134",
    "+86 138 1234 5678",
    "+49 1512 3456789",
    "4915123456780",
    "0049 1512 3456780",
    "+378 2822 4631 0005",
    "+1 650 555 0134 ext. 12",
    "８６１３８１２３４５６７８",
  ])("a telephone field accepts %s as a telephone number", (text) => {
    expect(isCardNotPhone(text)).toBe(false);
  });

  it.each(testNumbers.filter(([, digits]) => digits.length > 13).map(([, digits]) => [digits]))(
    "a telephone field recognizes %s as a card number",
    (digits) => {
      expect([isCardNotPhone(digits), isCardNotPhone(digits.replace(/(\d{4})(?=\d)/g, "$1  "))]).toEqual([
        true,
        true,
      ]);
    },
  );

  it("a telephone field recognizes a card number after a telephone number", () => {
    expect(isCardNotPhone("+1 650 555 0134, 4242 4242 4242 4242")).toBe(true);
  });
});

it.each([
  ["4539148803436467.jpg", "xxxxxxxxxxxxxxxx.jpg"],
  ["card 4539 1488 0343 6467 front.png", "card xxxx xxxx xxxx xxxx front.png"],
  ["12/４５３９１４８８０３４３６４６７.jpg", "12/xxxxxxxxxxxxxxxx.jpg"],
  ["4539/1488/0343/6467", "xxxx/xxxx/xxxx/xxxx"],
  ["IMG_20261126_101112.jpg", "IMG_20261126_101112.jpg"],
  ["12/mmexport1699999999999.jpg", "12/mmexport1699999999999.jpg"],
])("a file named %s is shown as %s", (name, shown) => {
  expect(withoutCardNumbers(name)).toBe(shown);
});
