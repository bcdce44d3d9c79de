import { describe, expect, it } from "vitest";
import { normalPassword, normalUsername, passwordError, usernameError } from "./credentials.ts";

describe("a password", () => {
  it.each([
    ["12345", "too_short"],
    ["123456", undefined],
    ["🚗🚗🚗🚗🚗", "too_short"],
    ["🚗🚗🚗🚗🚗🚗", undefined],
    ["a".repeat(72), undefined],
    ["a".repeat(73), "too_long"],
    ["车".repeat(24), undefined],
    ["车".repeat(25), "too_long"],
    ["🚗".repeat(19), "too_long"],
  ])("the password %s has the error %s", (password, error) => {
    expect(passwordError(password)).toBe(error);
    expect(new TextEncoder().encode(password).length > 72).toBe(error === "too_long");
  });
});

describe("the normal form of a password", () => {
  it.each([
    ["letters with their marks apart", "Cre\u0300me-bru\u0302le\u0301e-月租-7", "Crème-brûlée-月租-7"],
    ["full-width letters and digits", "Ｓｅｃｒｅｔ１２３", "Secret123"],
    ["ligatures and other styles", "oﬃce 𝐜𝐚𝐫", "office car"],
    ["another space", "a\u00a0b\u3000c", "a b c"],
    ["marks of no width", "\ufeffse\u200bc\u200cr\u200det\u2060", "secret"],
    ["marks of direction", "\u202ese\u2066cret\u2069\u200f", "secret"],
    ["soft hyphens", "se\u00adcret", "secret"],
    ["what stands between a letter and its mark", "e\u200b\u0301", "é"],
    ["fillers", "se\u3164cret\u115f", "secret"],
    ["controls", "secret\r\n\u0000", "secret"],
    ["a heart's colour", "\u2764\ufe0f", "\u2764"],
  ])("the normal form of a password unifies %s", (_what, typed, normal) => {
    expect(normalPassword(typed)).toBe(normal);
  });

  it("the normal form of a password keeps spaces, case and signs", () => {
    expect(normalPassword(" Correct Horse! ")).toBe(" Correct Horse! ");
  });

  it("a password's length is counted in its normal form", () => {
    expect(passwordError("abc\u200b\u200b\u200b")).toBe("too_short");
    expect(passwordError("e\u0301".repeat(5))).toBe("too_short");
    expect(passwordError(`secret${"\u200b".repeat(5000)}`)).toBeUndefined();
    expect(passwordError("e\u0301".repeat(36))).toBeUndefined();
    expect(passwordError("\u{1d41a}".repeat(72))).toBeUndefined();
    expect(passwordError("\ufdfa".repeat(3))).toBe("too_long");
    expect(passwordError("e\u0301".repeat(200_000))).toBe("too_long");
  });
});

describe("a user name", () => {
  it.each([
    ["", "required"],
    ["ab", "too_short"],
    ["ann", undefined],
    ["Ann_2026", undefined],
    ["ann lee", "characters"],
    ["ann-lee", "characters"],
    ["аnn", "characters"],
    ["İan", "characters"],
    ["a".repeat(31), "too_long"],
  ])("the user name %j has the error %s", (username, error) => {
    expect(usernameError(username)).toBe(error);
  });

  it("a user name is kept in lower case", () => {
    expect(normalUsername("Ann_LEE")).toBe("ann_lee");
  });
});
