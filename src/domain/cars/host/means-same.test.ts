import { expect, it } from "vitest";
import { type HostField, meansSame, type TypedValue } from "./fields.ts";

it.each<[HostField, TypedValue, TypedValue]>([
  ["monthlyPrice", "$1,100", "1100.00"],
  ["plateNumber", "8abc 123", "8ABC 123"],
  ["odometer", "41,250", "41250"],
  ["description", " Clean ", "Clean"],
  ["features", ["Sunroof", "Sunroof"], ["Sunroof"]],
  ["year", "2022", "2022"],
  ["noticeDays", "", "0"],
])("two spellings of %s mean the same", (name, one, other) => {
  expect(meansSame(name, one, other)).toBe(true);
});

it.each<[HostField, TypedValue, TypedValue]>([
  ["monthlyPrice", "1100", "1101"],
  ["monthlyPrice", "eleven", "twelve"],
  ["description", "Clean", "clean"],
  ["carplay", true, false],
])("two values of %s don't mean the same", (name, one, other) => {
  expect(meansSame(name, one, other)).toBe(false);
});
