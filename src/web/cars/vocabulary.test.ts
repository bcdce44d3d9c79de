import { readFile } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import type { Language } from "#domain/languages.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { colourWord, featureWord, cityWord } from "./vocabulary.ts";

const speak = (language: Language) => overwriteGetLocale(() => language);
afterEach(() => speak("en"));

const lines = (await readFile(new URL("../../../fleet/fleet.csv", import.meta.url), "utf8"))
  .trim()
  .split(/\r?\n/);
const header = lines[0]?.split(",") ?? [];
/** Columns before the description hold no commas. */
const column = (name: string): string[] => [
  ...new Set(lines.slice(1).flatMap((line) => line.split(",")[header.indexOf(name)]?.split("|") ?? [])),
];

test.each([
  ["feature", featureWord, column("features")],
  ["colour", colourWord, column("colour")],
  ["town", cityWord, column("city")],
] as const)("every %s of the fleet has a Chinese word", (_, wordFor, words) => {
  speak("zh");
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word) => wordFor(word).lang === "en")).toEqual([]);
});

test.each([
  ["5 seats", "5 seats", "5 座"],
  ["30 mpg", "30 mpg", "30 英里/加仑"],
  ["311 mi range", "311 mi range", "续航 311 英里"],
  ["HEATED SEATS", "Heated seats", "座椅加热"],
])("the feature %s has words in both languages", (feature, english, chinese) => {
  expect(featureWord(feature)).toEqual({ text: english });
  speak("zh");
  expect(featureWord(feature)).toEqual({ text: chinese });
});

test("a word without a translation is shown as it is and marked as English", () => {
  speak("zh");
  expect(featureWord("Trailer hitch")).toEqual({ text: "Trailer hitch", lang: "en" });
  speak("en");
  expect(featureWord("Trailer hitch")).toEqual({ text: "Trailer hitch" });
  for (const word of ["constructor", "__proto__", "toString"])
    expect([featureWord(word), cityWord(word)]).toEqual([{ text: word }, { text: word }]);
});
