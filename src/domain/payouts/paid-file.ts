import { longestReference } from "#domain/text-lengths.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { BadCell, type Cell, dollarsOf } from "#domain/payments/report-file.ts";
import { payoutNumberOf } from "./payouts.ts";

/** A payment that a bank says it has sent. */
export type SentPayment = { number: number; amount: Cents; reference: string; paidOn: IsoDate };

/** The columns of a bank's file, each by the names that banks give it, in small letters. */
export const paidFileColumns = {
  payout: ["payout", "memo", "description", "details"],
  amount: ["amount", "debit"],
  reference: ["reference", "confirmation", "confirmation number", "trace number", "bank reference"],
  paidOn: ["paidon", "paid on", "date", "posting date", "effective date"],
} as const;
export type PaidFileColumn = keyof typeof paidFileColumns;

/** A day as banks write it: 2026-11-24, 11/24/2026 or 11/24/26. */
function dayOf(text: string): IsoDate | undefined {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text) ?? [];
  const written = month
    ? `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
    : text;
  return isDate(written) ? written : undefined;
}

/**
 * A row of a bank's file as a payment; undefined if it isn't a payout of ours, such as a fee or another payment.
 * Throws BadCell for a cell that can't be read. Money that went out may have a minus sign.
 */
export function sentPaymentOf(cell: (column: PaidFileColumn) => string): SentPayment | undefined {
  const number = payoutNumberOf(cell("payout"));
  if (number === undefined) return undefined;
  const named: Cell = () => cell("amount").replace(/^\$|(?<=^-)\$/, "");
  const amount = Math.abs(dollarsOf(named, "amount"));
  const reference = cell("reference");
  if (reference === "") throw new BadCell("reference", "empty");
  if (reference.length > longestReference) throw new BadCell("reference", "too_long");
  const paidOn = dayOf(cell("paidOn"));
  if (paidOn === undefined) throw new BadCell("paidOn", cell("paidOn") === "" ? "empty" : "date");
  return { number, amount, reference, paidOn };
}
