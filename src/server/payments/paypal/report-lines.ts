import type { ReportKind } from "#domain/payments/reconciliation.ts";
import {
  BadCell,
  type Cell,
  centsOf,
  dateOf,
  dollarsOf,
  type ReportFormat,
  refOf,
} from "#domain/payments/report-file.ts";

/** The beginnings of PayPal's event codes with the kinds of lines that they mean, the longest first. */
const codes: readonly [string, ReportKind][] = [
  ["T1106", "dispute"],
  ["T1107", "refund"],
  ["T111", "dispute"],
  ["T120", "dispute"],
  ["T00", "payment"],
  ["T01", "fee"],
  ["T04", "payout"],
];

export const paypalKind = (code: string): ReportKind =>
  codes.find(([beginning]) => code.startsWith(beginning))?.[1] ?? "other";

/** Whether a line is PayPal's fee for a chargeback or a dispute. */
export const isDisputeFee = (code: string): boolean => code === "T0106" || code === "T0114";

/** PayPal's settlement report: lines marked SB below a header marked CH, amounts in cents beside CR or DR. */
export const paypalSettlement: ReportFormat = {
  marks: { header: "CH", line: "SB" },
  columns: [
    "Transaction ID",
    "Transaction Event Code",
    "Transaction Initiation Date",
    "Transaction Debit or Credit",
    "Gross Transaction Amount",
    "Gross Transaction Currency",
    "Fee Debit or Credit",
    "Fee Amount",
  ],
  read: (cell) => ({
    ref: refOf(cell, "Transaction ID"),
    kind: paypalKind(refOf(cell, "Transaction Event Code")),
    about: cell("PayPal Reference ID") || undefined,
    amount: signed(cell, "Transaction Debit or Credit", centsOf(cell, "Gross Transaction Amount")),
    // The fee that PayPal kept leaves us: a debit.
    fee:
      cell("Fee Amount") === "" ? 0 : -signed(cell, "Fee Debit or Credit", centsOf(cell, "Fee Amount")) + 0,
    currency: refOf(cell, "Gross Transaction Currency").toLowerCase(),
    on: dateOf(cell, "Transaction Initiation Date", "Transaction Completion Date"),
  }),
};

function signed(cell: Cell, column: string, amount: number): number {
  const side = cell(column);
  if (side === "CR") return amount;
  if (side === "DR") return -amount + 0;
  throw new BadCell(column, side === "" ? "empty" : "unreadable");
}

/** Statuses of lines that have moved money. */
const moved = new Set(["", "Completed", "Refunded", "Partially Refunded", "Reversed"]);

/** The English file that PayPal's activity page downloads, with amounts in dollars. */
export const paypalActivity: ReportFormat = {
  columns: ["Date", "Type", "Status", "Currency", "Gross", "Fee", "Transaction ID"],
  read(cell) {
    if (!moved.has(cell("Status")) || cell("Balance Impact") === "Memo") return undefined;
    const amount = dollarsOf(cell, "Gross");
    return {
      ref: refOf(cell, "Transaction ID"),
      kind: kindOf(cell("Type"), amount),
      about: cell("Reference Txn ID") || undefined,
      amount,
      fee: cell("Fee") === "" ? 0 : -dollarsOf(cell, "Fee") + 0,
      currency: refOf(cell, "Currency").toLowerCase(),
      on: dateOf(cell, "Date"),
    };
  },
};

function kindOf(type: string, amount: number): ReportKind {
  const words = type.slice(0, 100).toLowerCase();
  if (words.includes("fee")) return "fee";
  if (words.includes("refund")) return "refund";
  if (/chargeback|dispute|reversal/.test(words)) return "dispute";
  if (words.includes("withdrawal")) return "payout";
  return amount > 0 ? "payment" : "other";
}
