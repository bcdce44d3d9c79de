import { expect, it } from "vitest";
import { mailboxOf, phoneKey } from "./same-person.ts";

it.each([
  ["Wei.Lin+cars@Example.com", "wei.lin@example.com"],
  ["w.e.i.l.i.n+1@gmail.com", "weilin@gmail.com"],
  ["weilin@googlemail.com", "weilin@gmail.com"],
  ["+wei@example.com", "+wei@example.com"],
  ["nobody", "nobody"],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

it.each([
  ["+1 (650) 555-0134", "6505550134"],
  ["650.555.0134", "6505550134"],
  ["0086 138 1234 5678", "3812345678"],
  ["13812345678", "3812345678"],
  ["911", null],
  ["", null],
])("the telephone number %s is known by %s", (phone, key) => {
  expect(phoneKey(phone)).toBe(key);
});
