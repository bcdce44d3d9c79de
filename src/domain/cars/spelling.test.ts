import { describe, expect, it } from "vitest";
import { differingLetters, editsBetween, lettersOf } from "./spelling.ts";

describe("editsBetween", () => {
  it.each([
    ["tesla", "tesla", 0],
    ["telsa", "tesla", 1],
    ["bwm", "bmw", 1],
    ["hinda", "honda", 1],
    ["pruis", "prius", 1],
    ["ioinq", "ioniq", 1],
    ["hnda", "honda", 1],
    ["hoonda", "honda", 1],
    ["volkswagn", "volkswagen", 1],
    ["eletnra", "elantra", 2],
    ["特斯垃", "特斯拉", 1],
    ["ford", "kia", 3],
    ["", "ab", 2],
    ["abcdefgh", "zyxwvuts", 3],
  ])("the edits between %s and %s are %i, counted up to three", (from, to, edits) => {
    expect(editsBetween(from, to, 2)).toBe(edits);
    expect(editsBetween(to, from, 2)).toBe(edits);
  });

  it("one edit changes at most two of a word's letters", () => {
    for (const [from, to] of [
      ["telsa", "tesla"],
      ["hinda", "honda"],
      ["hnda", "honda"],
    ] as const)
      expect(differingLetters(lettersOf(from), lettersOf(to))).toBeLessThanOrEqual(2);
  });
});
