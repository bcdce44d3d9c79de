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

it("words that a machine translated say so on the page in that language, with the original", () => {
  const chinese = shown("zh", { ...both, translated: "zh" });
  expect(chinese).toMatch(/<p>干净的车。<\/p><p[^>]*>自动翻译<\/p>/);
  expect(chinese).toMatch(/<summary>查看原文<\/summary><p lang="en">A clean car\.<\/p>/);
  expect(shown("en", { ...both, translated: "zh" })).toBe(shown("en", both));
});

it("a machine's words whose original is gone lead to none", () => {
  const text = shown("en", { description: "A clean car.", descriptionZh: "", translated: "en" });
  expect(text).toContain("Translated automatically");
  expect(text).not.toContain("Read the original");
});

it("words in the other language alone are shown as such", () => {
  expect(shown("en", { description: "", descriptionZh: "干净的车。" })).toContain(
    '<p lang="zh">干净的车。</p>',
  );
  expect(shown("zh", { description: "A clean car." })).toContain('<p lang="en">A clean car.</p>');
  expect(shown("zh", { description: "" })).toBe("");
});
