import { expect, it } from "vitest";
import { translatedInto } from "./translated.ts";

const texts = { description: "A clean car.", descriptionZh: "干净的车。" };

it.each([
  ["what stands as it was translated", texts, "干净的车。", "zh"],
  ["the same in English", texts, "A clean car.", "en"],
  ["what the host has changed", texts, "干净的汽车。", undefined],
  ["what was never translated", texts, null, undefined],
  ["nothing at all", { description: "", descriptionZh: null }, "", undefined],
] as const)("the language that a text was translated into: %s", (_, of, translation, language) => {
  expect(translatedInto(of, translation)).toBe(language);
});
