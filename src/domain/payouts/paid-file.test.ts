import { describe, expect, it } from "vitest";
import { BadCell } from "#domain/payments/report-file.ts";
import { type PaidFileColumn, sentPaymentOf } from "./paid-file.ts";

const row = (cells: Partial<Record<PaidFileColumn, string>>) => (column: PaidFileColumn) =>
  ({ payout: "PO-1042", amount: "1,234.50", reference: "FT 1", paidOn: "2026-11-24", ...cells })[column];

describe("a row of a bank's file", () => {
  it("a row of a bank's file is read as the payment of a payout", () => {
    expect(sentPaymentOf(row({}))).toEqual({
      number: 42,
      amount: 123_450,
      reference: "FT 1",
      paidOn: "2026-11-24",
    });
  });

  it("a bank's file may write amounts with a minus and dates in the American way", () => {
    for (const amount of ["-1234.50", "-$1,234.50", "$1,234.50"])
      for (const paidOn of ["11/24/2026", "11/24/26"])
        expect(sentPaymentOf(row({ amount, paidOn, payout: "ACH LONGBAY PO1042" }))).toMatchObject({
          amount: 123_450,
          paidOn: "2026-11-24",
        });
  });

  it("a row of a bank's file without a payout's name is skipped", () => {
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
  ] as const)("a row of a bank's file with %j is refused for its column %s", (cells, column, problem) => {
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
