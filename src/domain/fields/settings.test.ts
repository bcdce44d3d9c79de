import { expect, it } from "vitest";
import { settingFields } from "./settings.ts";

it("the names of taxes keep their signs, and lose only what nobody sees", () => {
  const typed = '[{"zh":"销售税（旧金山）＂附加＂","percent":"8.625"}]';
  expect(settingFields.taxRates.tidy(` ${typed}\u200b `)).toBe(typed);
});
