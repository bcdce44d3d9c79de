import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import type { Car } from "#contract/cars.ts";
import { baseLocale, overwriteGetLocale } from "#web/paraglide/runtime.js";
import { Description } from "./car-facts.tsx";

afterEach(() => overwriteGetLocale(() => baseLocale));

const both = { description: "A clean car.", descriptionZh: "干净的车。" };
function shown(language: "en" | "zh", texts: Partial<Car>): string {
  overwriteGetLocale(() => language);
  return renderToStaticMarkup(<Description car={texts as Car} />);
}

it("a machine translation is marked in its language, and its original is shown", () => {
  const chinese = shown("zh", { ...both, translated: "zh" });
  expect(chinese).toMatch(/<p>干净的车。<\/p><p[^>]*>自动翻译<\/p>/);
  expect(chinese).toMatch(/<summary>查看原文<\/summary><p lang="en">A clean car\.<\/p>/);
  expect(shown("en", { ...both, translated: "zh" })).toBe(shown("en", both));
});

it("a machine translation without an original shows none", () => {
  const text = shown("en", { description: "A clean car.", descriptionZh: "", translated: "en" });
  expect(text).toContain("Translated automatically");
  expect(text).not.toContain("Read the original");
});

it("a text that exists only in the other language is marked with that language", () => {
  expect(shown("en", { description: "", descriptionZh: "干净的车。" })).toContain(
    '<p lang="zh">干净的车。</p>',
  );
  expect(shown("zh", { description: "A clean car." })).toContain('<p lang="en">A clean car.</p>');
  expect(shown("zh", { description: "" })).toBe("");
});
