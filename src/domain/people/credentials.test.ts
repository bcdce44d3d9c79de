import { describe, expect, it } from "vitest";
import { normalUsername, passwordError, usernameError } from "./credentials.ts";

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
  ])("%s is %s", (password, error) => {
    expect(passwordError(password)).toBe(error);
    expect(new TextEncoder().encode(password).length > 72).toBe(error === "too_long");
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
  ])("%j is %s", (username, error) => {
    expect(usernameError(username)).toBe(error);
  });

  it("is kept in lower case", () => {
    expect(normalUsername("Ann_LEE")).toBe("ann_lee");
  });
});
