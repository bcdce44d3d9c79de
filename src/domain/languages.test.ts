import { describe, expect, it } from "vitest";
import { languageOf, defaultLanguage, languageFrom, languages, locales } from "./languages.ts";

it.each([
  ["你好", "en", "zh"],
  ["Hello 你好", "en", "zh"],
  ["Hello", "zh", "en"],
  ["12:30?", "zh", "zh"],
] as const)("the language of the text %s is recognized", (text, reads, language) => {
  expect(languageOf(text, reads)).toBe(language);
});

describe("languageFrom", () => {
  it.each(languages)("the language %s is recognized", (language) => {
    expect(languageFrom(language)).toBe(language);
    expect(Intl.getCanonicalLocales(locales[language])).toEqual([locales[language]]);
  });

  it.each([undefined, null, "", "EN", "en-US", "zh-CN", "fr", "__proto__", 1, {}, ["en"]])(
    "the value %j is no language",
    (value) => {
      expect(languageFrom(value)).toBeUndefined();
    },
  );

  it("the default language is English", () => {
    expect(defaultLanguage).toBe("en");
  });
});
