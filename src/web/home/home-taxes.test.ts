import { expect, it } from "vitest";
import type { HomeFigures } from "./home-content.ts";
import { home as homeEn } from "./home-en.ts";
import { home as homeZh } from "./home-zh.ts";

const figures: HomeFigures = {
  lowest: "$499",
  example: { name: "Toyota Camry", year: 2022, monthlyPrice: 75_000 },
  isTaxed: false,
  moreQuestions: 3,
};

it("the home page promises no bill without taxes if a tax may be added", () => {
  const said = (isTaxed: boolean) =>
    [homeEn, homeZh].map((home) => JSON.stringify(home({ ...figures, isTaxed })));
  const promises = [/Taxes: \$0|the price you see/i, /都是零|所见即所付/];
  for (const [language, text] of said(false).entries()) expect(text).toMatch(promises[language] ?? "");
  for (const [language, text] of said(true).entries()) expect(text).not.toMatch(promises[language] ?? "");
  expect(said(true)[0]).toContain("plus tax where it applies");
});

it("the example car's brand has the name that Chinese readers know", () => {
  expect(homeZh(figures).tide?.lead).toContain("以 2022 年款丰田 Toyota Camry 为例");
  expect(homeEn(figures).tide?.lead).toContain("a 2022 Toyota Camry costs");
});
