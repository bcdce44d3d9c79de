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

/** A transaction of the ledger, by what it moved: the renter's account, and what we gave beyond what was theirs. */
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
 * A statement's lines, which sum to the renter's balance. A refund is told whole, with what of it was our loss as a credit
 * beside it: that part moves no balance.
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

/** What each kind is called where the renter owes more by it, and where they owe less. */
const names: Record<RenterTransactionKind, [above: StatementEntry, below: StatementEntry]> = {
  instalment: ["due", "reversed"],
  reversal: ["due_again", "reversed"],
  payment: ["correction", "payment"],
  correction: ["correction", "payment"],
  refund: ["refund", "refund_returned"],
  write_off: ["write_off_reversed", "write_off"],
  chargeback: ["chargeback", "chargeback_reversed"],
};

/** What a balance below zero is called: it is to be refunded where refunds are open that give it back. */
export const balanceName = (
  balance: Cents,
  toBeRefunded: Cents,
): "owed" | "settled" | "to_be_refunded" | "prepaid" => {
  if (balance > 0) return "owed";
  if (balance === 0) return "settled";
  return toBeRefunded >= -balance ? "to_be_refunded" : "prepaid";
};
