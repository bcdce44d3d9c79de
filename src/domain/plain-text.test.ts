import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  greetedName,
  isOneLine,
  isPlainText,
  plainCode,
  trimmed,
  unlinked,
  withoutEnding,
  withoutUnseen,
  textLength,
} from "./plain-text.ts";

it.each(["Wei Lin", "王小明", "J. R. Smith", "Mary-Jane O'Neil", "Jr. St. John", "👩‍👩‍👧 Ling"])(
  "the name %s is used in a greeting",
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
])("the name %j is left out of a greeting", (name) => {
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
])("the text %s is shown without a link", (text, shown) => {
  expect(unlinked(text)).toBe(shown);
});

it.each(["Wei Lin", "王小明", "J. R. Smith", "J.R. Smith", "Jr. St. John", "Mary-Jane O'Neil", "Order: two"])(
  "the text %s stays as it is, without any link to remove",
  (text) => {
    expect(unlinked(text)).toBe(text);
  },
);

it("a text with any kind of line end is not one line", () => {
  for (const end of ["\n", "\r", "\u0085", "\u2028", "\u2029"]) expect(isOneLine(`a${end}b`)).toBe(false);
  expect(isOneLine("12 Bay Street, Apt 3")).toBe(true);
});

it.each([
  ["  a b \n", "a b"],
  ["\u200b\u3000 王小明 \ufeff\u2060", "王小明"],
  [" \u200b ", ""],
  ["", ""],
])("invisible characters are trimmed from the ends of %j", (text, expected) => {
  expect(trimmed(text)).toBe(expected);
});

it("the trim removes the same characters as String.trim", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", " ", "\t", "\n", "\u00a0", "\ufeff", "é") });
  fc.assert(
    fc.property(texts, (text) => {
      expect(trimmed(text)).toBe(text.trim());
    }),
  );
});

it("the trim looks at each character once", () => {
  const text = `a${" ".repeat(4_000_000)}b`;
  expect(trimmed(text)).toBe(text);
  expect(withoutEnding(`a${"/".repeat(4_000_000)}b/`, "/")).toHaveLength(4_000_002);
});

describe("invisible characters", () => {
  it.each([
    ["\u202a+1 650 555 0199\u202c", "+1 650 555 0199"],
    ["renter\u200b@example.test", "renter@example.test"],
    ["\ufeffWei\u00ad Lin", "Wei Lin"],
    ["An\u200dna", "Anna"],
    ["2028\u200c-12", "2028-12"],
    ["\u200dWei", "Wei"],
  ])("invisible characters are dropped from %j", (typed, seen) => {
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
  ])("joining characters stay inside a script or an emoji: %s", (typed) => {
    expect(withoutUnseen(typed)).toBe(typed);
  });
});

it.each(["123456", "123 456", "１２３４５６", "\u202a123-456\u202c", "12\u200d3\u00a0—\u200b456"])(
  "reads the code %j as 123456",
  (typed) => expect(plainCode(typed)).toBe("123456"),
);

it("a plain text has no control characters, even ones from a wrong encoding", () => {
  for (const control of ["\u0000", "\u007f", "\u0081", "\u008f", "\u009d"])
    expect(isPlainText(`Agn${control}s`)).toBe(false);
  expect(isPlainText("Agnès\tO’Neil\n\u0085")).toBe(true);
});

it.each(["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u034f"])(
  "the blank letter %j counts as invisible",
  (text) => {
    expect([withoutUnseen(text), trimmed(text), withoutUnseen(`Kim${text}`)]).toEqual(["", "", "Kim"]);
  },
);

describe("isPlainText", () => {
  it.each([
    "",
    "plain",
    "two\nlines",
    "two\r\nlines",
    "a\ttab",
    "长湾月租",
    "🚗🏽",
    "é",
    "e\u0301",
    "\u200d",
    "\u202e",
  ])("the text %j is plain", (text) => {
    expect(isPlainText(text)).toBe(true);
  });

  it.each([
    "\u0000",
    "a\u0000b",
    "\u0008",
    "\u000b",
    "\u001b[31m",
    "\u007f",
    "\ud800",
    "a\udc00",
    "\udc00\ud800",
  ])("the text %j is not plain", (text) => {
    expect(isPlainText(text)).toBe(false);
  });
});

it.each([
  ["", 0],
  ["车", 1],
  ["🚗", 1],
  ["🚗🚗a", 3],
])("the length of %j is %d", (text, length) => {
  expect(textLength(text)).toBe(length);
});

it.each([
  [" a b\n", "a b"],
  ["\u3000车\u200b", "车"],
  ["\ufeff\u200b\u2060", ""],
  ["\u202ea", "\u202ea"],
  ["👩\u200d🚗", "👩\u200d🚗"],
])("the text %j is trimmed to %j", (text, expected) => {
  expect(trimmed(text)).toBe(expected);
});
