import { expect, it } from "vitest";
import { EmailAddress, requiredLine, words } from "./fields.ts";

it.each([
  ["three characters with their marks apart", "e\u0301".repeat(3), true],
  ["three after a trim", `${" ".repeat(1000)}abc${"\n".repeat(1000)}`, true],
  ["three outside of the first plane", "😀".repeat(3), true],
  ["four", "abcd", false],
  ["four with their marks apart", "e\u0301".repeat(4), false],
])("the length of a field counts visible characters: %s", (_name, text, isRight) => {
  expect(words(3).safeParse(text).success).toBe(isRight);
});

it("a much too long text gets the same error as a slightly too long one", () => {
  const errors = ["a".repeat(10), "a\u0315\u0300".repeat(80_000)].map((text) =>
    requiredLine(9)
      .safeParse(text)
      .error?.issues.map(({ message }) => message),
  );
  expect(errors).toEqual([["must be at most 9 characters"], ["must be at most 9 characters"]]);
});

it("invisible characters are dropped from a one-line field before its rule is checked", () => {
  expect(EmailAddress.parse("renter\u200b@example.test\u202c")).toBe("renter@example.test");
  expect(requiredLine(16).parse("\u202a+1 650 555 0199\u202c")).toBe("+1 650 555 0199");
  expect(requiredLine(9).parse("علی\u200cرضا")).toBe("علی\u200cرضا");
  expect(requiredLine(9).safeParse("\u200b\u202a\ufeff").success).toBe(false);
});
