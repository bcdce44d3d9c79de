import { expect, it } from "vitest";
import { guessedPassword } from "./guessed-passwords.ts";

const isCommon = (rest: string): boolean => rest === "password";

it.each([
  "longbay",
  "LongBay123",
  "l0ngbay",
  "10n6b4y!",
  "L0NG-B@Y",
  "long bay 2026",
  "l.o.n.g.b.a.y",
  "Löngbäy",
  "ｌｏｎｇｂａｙ１",
  "long\u200bbay",
  "yabgnol9",
  "longbaylongbay",
  "longbaypassword",
  "mylongbay",
  "长湾123456",
  "长湾月租",
  "長灣2026",
  "ChangWan88",
])("a password close to the product's name is guessable: %s", (password) => {
  expect(guessedPassword(password, isCommon)).toBe("brand");
});

it.each([
  "aaaaaa",
  "AAAaaa",
  "aaaaab",
  "121212",
  "abcabc",
  "abcabcab",
  "tr0tr0tr0",
  "哈哈哈哈哈哈",
  "aaabbbccc",
  "11223344",
  "qwerty",
  "QWERTYUIOP",
  "qwerty1!",
  "ytrewq",
  "asdfgh",
  "asdfghjkl;'",
  "zxcvbn",
  "zxcvbnm,./",
  "1qaz2wsx",
  "2wsx1qaz",
  "zaq12wsx",
  "qazwsxedc",
  "q1w2e3r4",
  "qweasdzxc",
  "123456",
  "987654321",
  "0123456789",
  "１２３４５６",
  "!@#$%^&*",
  "azerty12",
  "abcdefg",
  "zyxwvut1",
])("a password of repeats or of a row of keys is guessable: %s", (password) => {
  expect(guessedPassword(password, isCommon)).toBe("pattern");
});

it.each([
  "correct horse battery",
  "correct longbay staple",
  "long days at the bay",
  "Crème-brûlée-月租-7",
  "tr0ub4dor&3",
  "月租便宜又方便",
  "expert driver",
  "x7#kQ2!mx7#kQ2!m",
  "mon chat 1234 dort",
])("a password without such a pattern passes this check: %s", (password) => {
  expect(guessedPassword(password, isCommon)).toBeUndefined();
});
