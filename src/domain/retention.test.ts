import { expect, it } from "vitest";
import { spanInWords } from "./retention.ts";

it.each([
  [2555, "7 years", "7 年"],
  [365, "1 year", "1 年"],
  [100, "100 days", "100 天"],
  [1, "1 day", "1 天"],
])("a retention of %i days is written as years or days", (days, en, zh) => {
  expect([spanInWords(days, "en"), spanInWords(days, "zh")]).toEqual([en, zh]);
});
