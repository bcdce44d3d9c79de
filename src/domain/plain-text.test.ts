import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  greetedName,
  isOneLine,
  isPlainText,
  trimmed,
  unlinked,
  withoutEnding,
  withoutUnseen,
} from "./plain-text.ts";

it.each(["Wei Lin", "王小明", "J. R. Smith", "Mary-Jane O'Neil", "Jr. St. John", "👩‍👩‍👧 Ling"])(
  "greets %s by name",
  (name) => {
    expect(greetedName(name)).toBe(name);
  },
);

it.each([
  "You won!\nhttp://evil.example",
  "a\u2028b",
  "www.evil",
  "go to evil.example",
  "evil.example/win",
  "a@evil.example",
  "https:evil",
  "x".repeat(61),
  "",
])("greets nobody by %j", (name) => {
  expect(greetedName(name)).toBe("");
});

it.each([
  ["http://evil.example/win", "http: //evil. example/win"],
  ["Prize at www.evil", "Prize at www. evil"],
  ["go to evil.example", "go to evil. example"],
  ["a@evil.example", "a@ evil. example"],
  ["mailto:a@b", "mailto: a@ b"],
  ["10.0.0.1", "10. 0. 0. 1"],
  ["邪恶。example", "邪恶。 example"],
])("leaves no link in %s", (text, shown) => {
  expect(unlinked(text)).toBe(shown);
});

it.each(["Wei Lin", "王小明", "J. R. Smith", "J.R. Smith", "Jr. St. John", "Mary-Jane O'Neil", "Order: two"])(
  "leaves %s as it is",
  (text) => {
    expect(unlinked(text)).toBe(text);
  },
);

it("knows every line end", () => {
  for (const end of ["\n", "\r", "\u0085", "\u2028", "\u2029"]) expect(isOneLine(`a${end}b`)).toBe(false);
  expect(isOneLine("12 Bay Street, Apt 3")).toBe(true);
});

it.each([
  ["  a b \n", "a b"],
  ["\u200b\u3000 王小明 \ufeff\u2060", "王小明"],
  [" \u200b ", ""],
  ["", ""],
])("takes from %j what nobody sees at its ends", (text, expected) => {
  expect(trimmed(text)).toBe(expected);
});

it("takes off what a trim takes off, and nothing from within", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", " ", "\t", "\n", "\u00a0", "\ufeff", "é") });
  fc.assert(
    fc.property(texts, (text) => {
      expect(trimmed(text)).toBe(text.trim());
    }),
  );
});

it("takes one look at each character, however many there are", () => {
  const text = `a${" ".repeat(4_000_000)}b`;
  expect(trimmed(text)).toBe(text);
  expect(withoutEnding(`a${"/".repeat(4_000_000)}b/`, "/")).toHaveLength(4_000_002);
});

describe("characters that nobody sees", () => {
  it.each([
    ["\u202a+1 650 555 0199\u202c", "+1 650 555 0199"],
    ["renter\u200b@example.test", "renter@example.test"],
    ["\ufeffWei\u00ad Lin", "Wei Lin"],
    ["An\u200dna", "Anna"],
    ["2028\u200c-12", "2028-12"],
    ["\u200dWei", "Wei"],
  ])("are dropped from %j", (typed, seen) => {
    expect(withoutUnseen(typed)).toBe(seen);
  });

  it.each([
    "علی\u200cرضا",
    "ශ්\u200dරී",
    "क्\u200dष",
    "👩\u200d🔬 Ada",
    "👩🏽\u200d🔬",
    "❤️\u200d🔥",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "Zo\u0301e",
  ])("stay where a script or an emoji is written with them: %s", (typed) => {
    expect(withoutUnseen(typed)).toBe(typed);
  });
});

it("takes no control character, also of those that a wrong encoding brings", () => {
  for (const control of ["\u0000", "\u007f", "\u0081", "\u008f", "\u009d"])
    expect(isPlainText(`Agn${control}s`)).toBe(false);
  expect(isPlainText("Agnès\tO’Neil\n\u0085")).toBe(true);
});

it.each(["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u034f"])("takes %j for no letter", (text) => {
  expect([withoutUnseen(text), trimmed(text), withoutUnseen(`Kim${text}`)]).toEqual(["", "", "Kim"]);
});
