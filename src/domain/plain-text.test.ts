import { expect, it } from "vitest";
import { greetedName, isOneLine } from "./plain-text.ts";

it.each(["Wei Lin", "王小明", "J. R. Smith", "Mary-Jane O'Neil", "Jr. St. John", "👩‍👩‍👧 Ling"])("greets %s by name", (name) => {
  expect(greetedName(name)).toBe(name);
});

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
