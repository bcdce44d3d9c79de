import type { Cents } from "#domain/money.ts";
import type { InstalmentLine, InstalmentLineKind } from "./instalments.ts";

/**
 * Where money stands, in double entry. A positive entry is a debit: `renter` above zero is what a renter owes,
 * `cash` above zero what we have; revenue stands below zero. `chargebacks` above zero is what banks have taken and
 * may yet give back; `bank` what providers have paid out to ours.
 */
export const ledgerAccounts = [
  "renter",
  "provider_clearing",
  "cash",
  "rental_revenue",
  "insurance",
  "fees",
  "taxes",
  "promo",
  "host_payable",
  "platform_income",
  "refunds",
  "write_off",
  "chargebacks",
  "chargeback_fees",
  "provider_fees",
  "bank",
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** What a month earned or cost; the others are balances, of all time. */
export const incomeAccounts = [
  "rental_revenue",
  "insurance",
  "fees",
  "taxes",
  "promo",
  "refunds",
  "write_off",
  "chargeback_fees",
  "provider_fees",
] as const satisfies readonly LedgerAccount[];

/** What a transaction is about. Each names its cause by an id. */
export const transactionKinds = [
  "instalment",
  "reversal",
  "payment",
  "correction",
  "refund",
  "write_off",
  "chargeback",
  "provider_fee",
  "provider_payout",
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** Those that are between a provider and us. */
type ProviderKind = "provider_fee" | "provider_payout";
/** Those that may move an order's money. */
export type OrderTransactionKind = Exclude<TransactionKind, ProviderKind>;
export const isOfOrder = (kind: TransactionKind): kind is OrderTransactionKind =>
  kind !== "provider_fee" && kind !== "provider_payout";

export type Entry = { account: LedgerAccount; amount: Cents };

const accountOf: Record<InstalmentLineKind, LedgerAccount | undefined> = {
  rental: "rental_revenue",
  duration_discount: "rental_revenue",
  early_return_cap: "rental_revenue",
  insurance: "insurance",
  promo: "promo",
  fees: "fees",
  taxes: "taxes",
  kept: "rental_revenue",
  // The refund and the chargeback have made it owed already.
  refunded_twice: undefined,
  extra_miles: "rental_revenue",
  late_days: "rental_revenue",
  damage: "fees",
  tolls: "fees",
  cleaning: "fees",
};

/** An instalment falls due: the renter owes it, for what it is made of. */
export function dueEntries(lines: readonly InstalmentLine[]): Entry[] {
  const earned = lines.flatMap(({ kind, amount }): Entry[] => {
    const account = accountOf[kind];
    return account ? [{ account, amount: -amount }] : [];
  });
  const owed = earned.reduce((sum, { amount }) => sum - amount, 0);
  return merged([{ account: "renter", amount: owed }, ...earned]);
}

/** The same taken back. */
export const reversed = (entries: readonly Entry[]): Entry[] =>
  entries.map(({ account, amount }) => ({ account, amount: -amount }));

/** Where a payment of a kind arrives: in our hands, or with a provider that pays it out later. */
export const paymentEntries = (into: "cash" | "provider_clearing", amount: Cents): Entry[] => [
  { account: into, amount },
  { account: "renter", amount: -amount },
];

/** Given back: what the renter has too much with us first, the rest is our loss. */
export const refundEntries = (
  from: "cash" | "provider_clearing",
  { ofCredit, ofGoodwill }: { ofCredit: Cents; ofGoodwill: Cents },
): Entry[] =>
  merged([
    { account: "renter", amount: ofCredit },
    { account: "refunds", amount: ofGoodwill },
    { account: from, amount: -(ofCredit + ofGoodwill) },
  ]);

/** Owed, and no longer asked for: our loss. */
export const writeOffEntries = (amount: Cents): Entry[] => [
  { account: "write_off", amount },
  { account: "renter", amount: -amount },
];

/** One entry for each account, none of nothing. */
function merged(entries: readonly Entry[]): Entry[] {
  const sums = new Map<LedgerAccount, Cents>();
  for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0) + amount);
  return [...sums].filter(([, amount]) => amount !== 0).map(([account, amount]) => ({ account, amount }));
}
