import { expect, it } from "vitest";
import { mailboxOf, phoneDigits, phoneKey } from "./same-person.ts";

it.each([
  ["Wei.Lin+cars@Example.com", "wei.lin@example.com"],
  ["w.e.i.l.i.n+1@gmail.com", "weilin@gmail.com"],
  ["weilin@googlemail.com", "weilin@gmail.com"],
  ["+wei@example.com", "+wei@example.com"],
  ["wei.lin+a+b@example.com", "wei.lin@example.com"],
  ["nobody", "nobody"],
  ["", ""],
])("the address %s belongs to the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

it.each([
  ["+1 (650) 555-0134", "6505550134"],
  ["650.555.0134", "6505550134"],
  ["0086 138 1234 5678", "3812345678"],
  ["13812345678", "3812345678"],
  ["＋１（６５０）５５５－０１３４", "6505550134"],
  ["911", null],
  ["", null],
])("the telephone number %s has the key %s", (phone, key) => {
  expect(phoneKey(phone)).toBe(key);
});

it("the digits of a telephone number are the same in any spelling, with the US code added", () => {
  for (const typed of ["+1 (650) 555-0134", "650.555.0134", "16505550134", "６５０－５５５－０１３４"])
    expect(phoneDigits(typed)).toBe("16505550134");
  expect(phoneDigits("+86 138 0013 8000")).toBe("8613800138000");
  expect(phoneDigits("")).toBe("");
});
