import fc from "fast-check";
import { expect, it } from "vitest";
import { greetedName, isOneLine, trimmed, withoutEnding } from "./plain-text.ts";

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
