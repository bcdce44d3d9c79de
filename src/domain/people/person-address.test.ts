import { expect, it } from "vitest";
import { personAddress, phoneDigits } from "./person-address.ts";

it("knows one address by all its spellings, and no other by them", () => {
  for (const [typed, known] of [
    ["Wei.Lin@Example.com", "wei.lin@example.com"],
    ["wei.lin+cars@example.com", "wei.lin@example.com"],
    ["wei.lin+a+b@example.com", "wei.lin@example.com"],
    ["W.e.i.Lin+cars@GMail.com", "weilin@gmail.com"],
    ["weilin@googlemail.com", "weilin@gmail.com"],
    ["+wei@example.com", "+wei@example.com"],
    ["", ""],
  ] as const)
    expect(personAddress(typed)).toBe(known);
  expect(personAddress("wei.lin@example.com")).not.toBe(personAddress("weilin@example.com"));
});

it("knows a telephone number however it is spelled, in the US without its country's digit", () => {
  for (const typed of ["+1 (650) 555-0134", "650.555.0134", "16505550134"])
    expect(phoneDigits(typed)).toBe("16505550134");
  expect(phoneDigits("+86 138 0013 8000")).toBe("8613800138000");
  expect(phoneDigits("")).toBe("");
});
