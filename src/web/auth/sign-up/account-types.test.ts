import { expect, test } from "vitest";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { accountType } from "./account-types.ts";

test("the address decides first, then the earlier choice, and customer is the default", () => {
  expect(accountType("host", () => "admin")).toBe("host");
  expect(accountType(null, () => "admin")).toBe("admin");
  expect(accountType("owner", () => null)).toBe("customer");
});

test.each([...hostileStrings, "constructor", "__proto__"])("a hostile word is a customer: %j", (text) => {
  expect(accountType(text, () => text)).toBe("customer");
});

test("a browser that keeps nothing shows the customer's form", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  expect(accountType(null, refuse)).toBe("customer");
});
