import { expect, it } from "vitest";
import { spanInWords } from "./retention.ts";

it.each([
  [2555, "7 years", "7 年"],
  [365, "1 year", "1 年"],
  [100, "100 days", "100 天"],
  [1, "1 day", "1 天"],
])("says %i days as people do", (days, en, zh) => {
  expect([spanInWords(days, "en"), spanInWords(days, "zh")]).toEqual([en, zh]);
});
