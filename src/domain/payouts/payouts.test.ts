import { describe, expect, it } from "vitest";
import { bareDigits, isAccountNumber, isRoutingNumber } from "./bank-account.ts";
import { mayMovePayout, payoutDayAt, payoutName, payoutNumberOf, payoutStatuses } from "./payouts.ts";

describe("the day of a payout", () => {
  it.each([
    ["2026-11-24T08:59", "2026-11-17"],
    ["2026-11-24T09:00", "2026-11-24"],
    ["2026-11-24T23:59", "2026-11-24"],
    ["2026-11-25T00:00", "2026-11-24"],
    ["2026-11-30T23:59", "2026-11-24"],
    ["2026-12-01T08:59", "2026-11-24"],
    ["2026-12-01T09:00", "2026-12-01"],
    ["2027-01-01T12:00", "2026-12-29"],
  ])("the day of a payout at %s is Tuesday %s", (time, tuesday) => expect(payoutDayAt(time)).toBe(tuesday));
});

describe("a bank account", () => {
  it.each(["021000021", "011401533", "121000358", "322271627"])(
    "the routing number %s is accepted",
    (number) => expect(isRoutingNumber(number)).toBe(true),
  );
  it.each(["021000022", "000000000", "12100035", "1210003580", "991000358", "12100035a", "131000355"])(
    "the routing number %s is refused",
    (number) => expect(isRoutingNumber(number)).toBe(false),
  );
  it("an account number has 4 to 17 digits in any grouping", () => {
    expect(["1234", "12345678901234567"].map(isAccountNumber)).toEqual([true, true]);
    expect(["123", "123456789012345678", "12a4", ""].map(isAccountNumber)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(bareDigits(" 1234-5678 ９０ ")).toBe("1234567890");
  });
});

describe("the name of a payout", () => {
  it("a payout's name is recognized in a bank's text", () => {
    expect(payoutName(42)).toBe("PO-1042");
    for (const text of ["PO-1042", "LONGBAY PO1042", "po 1042", "Transfer PO-1042 to J. Doe"])
      expect(payoutNumberOf(text)).toBe(42);
    for (const text of ["", "1042", "PO-42", "DEPO-1042x", "PO-1000"])
      expect(payoutNumberOf(text)).toBeUndefined();
  });
});

it("a payout moves forward only", () => {
  const possible = payoutStatuses.flatMap((from) =>
    payoutStatuses.filter((to) => mayMovePayout(from, to)).map((to) => `${from} to ${to}`),
  );
  expect(possible).toEqual(["made to paid", "made to failed", "made to cancelled", "paid to failed"]);
});
