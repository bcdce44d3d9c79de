import { afterEach, expect, test } from "vitest";
import type { Language } from "#domain/languages.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { compactDollars } from "./compact-dollars.ts";

const speak = (language: Language) => overwriteGetLocale(() => language);
afterEach(() => speak("en"));

test.each([
  ["0.00", "0", "0"],
  ["7500.59", "7.5K", "7501"],
  ["17311.31", "17K", "1.7万"],
  ["20306.22", "20K", "2万"],
  ["1234567.00", "1.2M", "123万"],
])("the amount %s has a short form for a narrow place", (wire, english, chinese) => {
  speak("en");
  expect(compactDollars(wire)).toBe(english);
  speak("zh");
  expect(compactDollars(wire)).toBe(chinese);
});
