import { describe, expect, it } from "vitest";
import { isEmailAddress, maskEmail } from "./email-address.ts";

describe("isEmailAddress", () => {
  it.each([
    "wei.lin@example.com",
    "a@b.co",
    "o'brien+tag@mail.example.co.uk",
    "x_y-z@xn--fiqs8s.cn",
    "1@2.3",
    `${"a".repeat(64)}@example.com`,
  ])("the text %s is an email address", (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    "",
    "@",
    "a",
    "a@b",
    "@example.com",
    "a@",
    "a@@b.co",
    "a@b@c.co",
    "a b@c.co",
    "a@b .co",
    ".a@b.co",
    "a.@b.co",
    "a..b@c.co",
    '"a"@b.co',
    "a,b@c.co",
    "a;b@c.co",
    "<a@b.co>",
    "Wei <a@b.co>",
    "a@-b.co",
    "a@b-.co",
    "a@b..co",
    "a@b.co.",
    "a@[127.0.0.1]",
    "a@b.co\r\nBcc: c@d.co",
    "a@b.co\n",
    "a\u0000@b.co",
    "wéi@example.com",
    "ａ@example.com",
    "a@exämple.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(64)}.co`,
    `a@${"b.".repeat(130)}co`,
  ])("the text %j is not an email address", (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  it.each([
    "a".repeat(1_000_000),
    `${"a.".repeat(500_000)}@b.co`,
    `a@${"b.".repeat(500_000)}`,
    "@".repeat(1_000_000),
  ])("an endless text is quickly refused as an email address", (text) => {
    const started = performance.now();
    expect(isEmailAddress(text)).toBe(false);
    expect(performance.now() - started).toBeLessThan(100);
  });
});

describe("maskEmail", () => {
  it.each([
    ["wei.lin@example.com", "w***@example.com"],
    ["a@b.co", "a***@b.co"],
  ])("the email address %s is shown as %s", (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });
});
