import { describe, expect, it } from "vitest";
import { BadCell } from "#domain/payments/report-file.ts";
import { type PaidFileColumn, sentPaymentOf } from "./paid-file.ts";

const row = (cells: Partial<Record<PaidFileColumn, string>>) => (column: PaidFileColumn) =>
  ({ payout: "PO-1042", amount: "1,234.50", reference: "FT 1", paidOn: "2026-11-24", ...cells })[column];

describe("a row of a bank's file", () => {
  it("is what the bank sent for a payout", () => {
    expect(sentPaymentOf(row({}))).toEqual({
      number: 42,
      amount: 123_450,
      reference: "FT 1",
      paidOn: "2026-11-24",
    });
  });

  it("may write money out with a minus, and days as Americans do", () => {
    for (const amount of ["-1234.50", "-$1,234.50", "$1,234.50"])
      for (const paidOn of ["11/24/2026", "11/24/26"])
        expect(sentPaymentOf(row({ amount, paidOn, payout: "ACH LONGBAY PO1042" }))).toMatchObject({
          amount: 123_450,
          paidOn: "2026-11-24",
        });
  });

  it("is nothing of ours without a payout's name", () => {
    expect(sentPaymentOf(row({ payout: "Monthly fee", amount: "oops" }))).toBeUndefined();
  });

  it.each([
    [{ amount: "12.345" }, "amount", "amount"],
    [{ amount: "" }, "amount", "empty"],
    [{ reference: "" }, "reference", "empty"],
    [{ reference: "x".repeat(101) }, "reference", "too_long"],
    [{ paidOn: "2026-02-30" }, "paidOn", "date"],
    [{ paidOn: "24.11.2026" }, "paidOn", "date"],
    [{ paidOn: "" }, "paidOn", "empty"],
  ] as const)("with %j is wrong in its column %s", (cells, column, problem) => {
    let thrown: unknown;
    try {
      sentPaymentOf(row(cells));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(BadCell);
    expect(thrown).toMatchObject({ column, problem });
  });
});
