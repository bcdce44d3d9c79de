import { expect, test } from "vitest";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { accountType } from "./account-types.ts";

test("the account type comes from the address, then from the earlier choice, else it is customer", () => {
  expect(accountType("host", () => "admin")).toBe("host");
  expect(accountType(null, () => "admin")).toBe("admin");
  expect(accountType("owner", () => null)).toBe("customer");
});

test.each([...hostileStrings, "constructor", "__proto__"])(
  "an unknown account type is a customer: %j",
  (text) => {
    expect(accountType(text, () => text)).toBe("customer");
  },
);

test("a browser without storage shows the customer's form", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  expect(accountType(null, refuse)).toBe("customer");
});
