import { expect, it } from "vitest";
import { isResidentNumber } from "./resident-number.ts";

it.each([
  // The standard's own examples.
  ["11010519491231002X", true],
  ["11010519491231002x", true],
  ["440524188001010014", false],
  ["34052419800101001X", true],
  ["110105194912310021", false],
  ["11010519490231002X", false],
  ["1101051949123100", false],
  ["4111111111111111", false],
  ["", false],
])("whether %j is a resident number: %s", (text, isOne) => {
  expect(isResidentNumber(text)).toBe(isOne);
});
