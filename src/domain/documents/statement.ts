import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { RenterTransactionKind } from "#domain/payments/ledger.ts";

/** What a statement calls a movement of an order's account. */
export const statementEntries = [
  "due",
  "due_again",
  "reversed",
  "payment",
  "correction",
  "refund",
  "refund_returned",
  "goodwill",
  "goodwill_reversed",
  "write_off",
  "write_off_reversed",
  "chargeback",
  "chargeback_reversed",
] as const;
export type StatementEntry = (typeof statementEntries)[number];

/** A transaction of the ledger: what it moved on the renter's account, and what we gave as goodwill. */
export type Movement = {
  id: number;
  postedOn: IsoDate;
  kind: RenterTransactionKind;
  isOfInstalment: boolean;
  renter: Cents;
  goodwill: Cents;
};

export type StatementLine = { postedOn: IsoDate; entry: StatementEntry; amount: Cents };

/**
 * A statement's lines, which sum to the renter's balance. A refund is shown whole, with the part that was our loss
 * as a credit beside it, since that part moves no balance.
 */
export const statementLines = (movements: readonly Movement[]): StatementLine[] =>
  movements.flatMap(({ postedOn, kind, isOfInstalment, renter, goodwill }) => {
    const lines =
      kind === "refund"
        ? [named(renter + goodwill, "refund", "refund_returned"), credit(-goodwill)]
        : kind === "reversal" && !isOfInstalment
          ? [credit(renter)]
          : [named(renter, ...names[kind])];
    return lines.filter(({ amount }) => amount !== 0).map((line) => ({ postedOn, ...line }));
  });

const named = (amount: Cents, above: StatementEntry, below: StatementEntry) => ({
  entry: amount > 0 ? above : below,
  amount,
});
const credit = (amount: Cents) => named(amount, "goodwill_reversed", "goodwill");

/** The name of each kind where it raises the renter's debt, and where it lowers it. */
const names: Record<RenterTransactionKind, [above: StatementEntry, below: StatementEntry]> = {
  instalment: ["due", "reversed"],
  reversal: ["due_again", "reversed"],
  payment: ["correction", "payment"],
  correction: ["correction", "payment"],
  refund: ["refund", "refund_returned"],
  write_off: ["write_off_reversed", "write_off"],
  chargeback: ["chargeback", "chargeback_reversed"],
};

/** The name of a balance. Below zero it is `to_be_refunded` if open refunds give it back, otherwise `prepaid`. */
export const balanceName = (
  balance: Cents,
  toBeRefunded: Cents,
): "owed" | "settled" | "to_be_refunded" | "prepaid" => {
  if (balance > 0) return "owed";
  if (balance === 0) return "settled";
  return toBeRefunded >= -balance ? "to_be_refunded" : "prepaid";
};
