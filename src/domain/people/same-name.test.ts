import { expect, it } from "vitest";
import { isSameName } from "./same-name.ts";

it.each([
  ["O’Neil", "O'Neil"],
  ["o‘neil", "O’NEIL"],
  ["Zoe Nunez", "Zoë Núñez"],
  ["Lukasz  Nguyen ", "Łukasz Nguyễn"],
  ["ＡＮＮ", "Ann"],
  ["張 偉", "张 伟"],
  ["张伟", "张 伟"],
  ["김 민준", "김민준"],
  ["约翰•史密斯", "约翰·史密斯"],
  ["ジョン･スミス", "ジョン・スミス"],
  ["约翰史密斯", "约翰·史密斯"],
  ["葛\u{e0100}城", "葛城"],
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
