import { expect, it } from "vitest";
import { languageOf } from "./languages.ts";

it.each([
  ["你好", "en", "zh"],
  ["Hello 你好", "en", "zh"],
  ["Hello", "zh", "en"],
  ["12:30?", "zh", "zh"],
] as const)("the language of the text %s is recognized", (text, reads, language) => {
  expect(languageOf(text, reads)).toBe(language);
});
