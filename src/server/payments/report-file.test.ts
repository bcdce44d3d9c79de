import { describe, expect, it } from "vitest";
import { paypalActivity, paypalSettlement } from "./paypal/report-lines.ts";
import { BadCell, type ReportFormat } from "#domain/payments/report-file.ts";
import { stripeReport } from "./stripe/report-lines.ts";

const read = (format: ReportFormat, cells: Record<string, string>) =>
  format.read((column) => (Object.hasOwn(cells, column) ? (cells[column] ?? "") : ""));
const problem = (format: ReportFormat, cells: Record<string, string>) => {
  try {
    return read(format, cells);
  } catch (error) {
    return error instanceof BadCell ? [error.column, error.problem] : error;
  }
};

const charge = {
  balance_transaction_id: "txn_1",
  created_utc: "2026-12-04 02:00:00",
  created: "2026-12-03 18:00:00",
  currency: "usd",
  gross: "1234.50",
  fee: "36.10",
  reporting_category: "charge",
  source_id: "ch_1",
  payment_intent_id: "pi_1",
};
const settled = {
  "Transaction ID": "8XY12345AB6789012",
  "Transaction Event Code": "T0006",
  "Transaction Initiation Date": "2026/12/03 06:16:23 -0800",
  "Transaction Debit or Credit": "CR",
  "Gross Transaction Amount": "123450",
  "Gross Transaction Currency": "USD",
  "Fee Debit or Credit": "DR",
  "Fee Amount": "4357",
};
const activity = {
  Date: "12/3/2026",
  Type: "Express Checkout Payment",
  Status: "Completed",
  Currency: "USD",
  Gross: "1,234.50",
  Fee: "-43.57",
  "Transaction ID": "8XY12345AB6789012",
};

describe("Stripe's reports", () => {
  it("a report has payments by their intent, and refunds by themselves", () => {
    const on = "2026-12-03";
    expect(read(stripeReport, charge)).toEqual({
      kind: "payment",
      ref: "pi_1",
      amount: 123_450,
      fee: 3610,
      currency: "usd",
      on,
    });
    const refund = { ...charge, reporting_category: "refund", gross: "-34.50", source_id: "re_1" };
    expect(read(stripeReport, refund)).toMatchObject({ kind: "refund", ref: "re_1", amount: -3450 });
    const fee = {
      ...charge,
      reporting_category: "fee",
      gross: "-2.00",
      source_id: "",
      payment_intent_id: "",
    };
    expect(read(stripeReport, fee)).toMatchObject({ kind: "fee", ref: "txn_1", amount: -200 });
    const news = { ...charge, reporting_category: "__proto__" };
    expect(read(stripeReport, news)).toMatchObject({ kind: "other", ref: "ch_1" });
  });

  it.each([
    [{ gross: "" }, ["gross", "empty"]],
    [{ gross: "1.234,50" }, ["gross", "amount"]],
    [{ gross: "=1+1" }, ["gross", "amount"]],
    [{ gross: "1e9" }, ["gross", "amount"]],
    [{ gross: "9".repeat(400) }, ["gross", "amount"]],
    [{ fee: "-" }, ["fee", "amount"]],
    [{ created: "2026-02-30 10:00:00" }, ["created", "date"]],
    [{ created: "", created_utc: "" }, ["created", "empty"]],
    [{ currency: "" }, ["currency", "empty"]],
    [{ payment_intent_id: "p".repeat(256) }, ["payment_intent_id", "too_long"]],
  ])("the error for Stripe's report with %o names the wrong cell", (cells, expected) => {
    expect(problem(stripeReport, { ...charge, ...cells })).toEqual(expected);
  });
});

describe("PayPal's reports", () => {
  it("a settlement and its activity give the same line", () => {
    const line = {
      kind: "payment",
      ref: "8XY12345AB6789012",
      amount: 123_450,
      fee: 4357,
      currency: "usd",
      on: "2026-12-03",
    };
    expect(read(paypalSettlement, settled)).toEqual(line);
    expect(read(paypalActivity, activity)).toEqual(line);
  });

  it("a report has refunds, disputes and withdrawals", () => {
    const coded = (code: string) => ({
      ...settled,
      "Transaction Event Code": code,
      "Transaction Debit or Credit": "DR",
      "Fee Amount": "",
    });
    expect(
      ["T1107", "T1106", "T1201", "T0403", "T0106", "T2101"].map(
        (code) => read(paypalSettlement, coded(code))?.kind,
      ),
    ).toEqual(["refund", "dispute", "dispute", "payout", "fee", "other"]);
    expect(read(paypalSettlement, coded("T1107"))).toMatchObject({ amount: -123_450, fee: 0 });
    const named = (Type: string, Gross: string) => read(paypalActivity, { ...activity, Type, Gross })?.kind;
    expect([
      named("Payment Refund", "-1.00"),
      named("Chargeback", "-1.00"),
      named("Chargeback Fee", "-15.00"),
      named("General Withdrawal", "-1.00"),
      named("Mystery", "-1.00"),
    ]).toEqual(["refund", "dispute", "fee", "payout", "other"]);
  });

  it("a report leaves out what has moved no money", () => {
    expect(read(paypalActivity, { ...activity, Status: "Pending" })).toBeUndefined();
    expect(read(paypalActivity, { ...activity, "Balance Impact": "Memo" })).toBeUndefined();
  });

  it.each([
    [{ "Transaction Debit or Credit": "X" }, ["Transaction Debit or Credit", "unreadable"]],
    [{ "Gross Transaction Amount": "1234.50" }, ["Gross Transaction Amount", "amount"]],
    [{ "Transaction ID": "" }, ["Transaction ID", "empty"]],
  ])("the error for PayPal's report with %o names the wrong cell", (cells, expected) => {
    expect(problem(paypalSettlement, { ...settled, ...cells })).toEqual(expected);
  });
});
