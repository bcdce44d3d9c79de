import { expect, it } from "vitest";
import { errorCodes } from "#contract/errors.ts";
import type { Language } from "#domain/languages.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { monthRefusals } from "./month-refusals.ts";

const said = (language: Language, code: string): string | undefined => {
  overwriteGetLocale(() => language);
  return monthRefusals.get(code)?.();
};
const codes = errorCodes.filter((code) => code.startsWith("month_"));

it("every refusal of a month has words in both languages", () => {
  expect(codes).toEqual(["month_not_over", "month_needs_another"]);
  expect([...monthRefusals.keys()]).toEqual(codes);
  for (const code of codes) {
    expect(said("en", code)).toMatch(/^[A-Z].*\.$/);
    expect(said("zh", code)).toMatch(/月.*。$/);
  }
});

it("a refused month explains who may reopen it, or when it may be closed", () => {
  expect(said("en", "month_needs_another")).toBe(
    "You closed this month. Only another administrator who manages payments can reopen it.",
  );
  expect(said("en", "month_not_over")).toBe("This month isn’t over yet, so it can’t be closed.");
});
