import { expect, it } from "vitest";
import { isSameName } from "./same-name.ts";

it.each([
  ["O’Neil", "O'Neil"],
  ["o‘neil", "O’NEIL"],
  ["Zoe Nunez", "Zoë Núñez"],
  ["Lukasz  Nguyen ", "Łukasz Nguyễn"],
  ["ＡＮＮ", "Ann"],
  ["張 偉", "张 伟"],
])("the typed name %s is the same as %s", (typed, name) => {
  expect(isSameName(typed, name)).toBe(true);
});

it.each([
  ["Ann Lee", "Anna Lee"],
  ["Lee Ann", "Ann Lee"],
  ["", "Ann"],
  ["张伟", "张玮"],
])("the typed name %j differs from %s", (typed, name) => {
  expect(isSameName(typed, name)).toBe(false);
});
