import type { Cents } from "#domain/money.ts";
import { lineKinds } from "#domain/pricing/lines.ts";
import type { InstalmentLine, InstalmentLineKind } from "#domain/pricing/instalments.ts";

/**
 * The accounts of our double-entry ledger. A positive entry is a debit: `renter` above zero is what a renter owes,
 * `cash` above zero what we have; revenue is below zero. `deferred_revenue` below zero was billed for days that
 * have not come, `taxes` below zero was collected for the state: both are liabilities. `chargebacks` above zero is
 * money that banks have taken and may give back; `bank` is money that providers have paid out to our bank.
 * `host_payable` below zero is what we owe to hosts; `deferred_host_share` above zero is the part for days that
 * have not come, `host_share` the cost of the days that have come.
 */
export const ledgerAccounts = [
  "renter",
  "provider_clearing",
  "cash",
  "deferred_revenue",
  "rental_revenue",
  "insurance",
  "fees",
  "taxes",
  "promo",
  "host_payable",
  "deferred_host_share",
  "host_share",
  "platform_income",
  "refunds",
  "write_off",
  "chargebacks",
  "chargeback_fees",
  "provider_fees",
  "bank",
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** What rentals and charges earn. */
export const revenueAccounts = [
  "rental_revenue",
  "insurance",
  "fees",
  "promo",
] as const satisfies readonly LedgerAccount[];
export type RevenueAccount = (typeof revenueAccounts)[number];

/** The accounts of what a month earned or cost; the other accounts are balances of all time. */
export const incomeAccounts = [
  ...revenueAccounts,
  "host_share",
  "refunds",
  "write_off",
  "chargeback_fees",
  "provider_fees",
] as const satisfies readonly LedgerAccount[];

/** What a transaction is about; it names its cause by an id. `recognition`: what past days have earned. */
export const transactionKinds = [
  "instalment",
  "reversal",
  "recognition",
  "payment",
  "correction",
  "refund",
  "write_off",
  "chargeback",
  "provider_fee",
  "provider_payout",
  "payout",
  "host_share",
  "host_balance",
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** Kinds that move no renter's account: between a provider or a host and us, and what the days earn. */
const kindsBesideRenters = [
  "recognition",
  "provider_fee",
  "provider_payout",
  "payout",
  "host_share",
  "host_balance",
] as const;
/** Kinds that move what is payable to hosts: a host's statement is made of them. */
export const kindsOfHosts = ["host_share", "payout", "host_balance"] as const satisfies TransactionKind[];
/** Kinds that may move a renter's account. */
export type RenterTransactionKind = Exclude<TransactionKind, (typeof kindsBesideRenters)[number]>;
export const movesRenter = (kind: TransactionKind): kind is RenterTransactionKind =>
  !kindsBesideRenters.some((one) => one === kind);

/** `hostId` names the host of an entry of `host_payable`. */
export type Entry = { account: LedgerAccount; amount: Cents; hostId?: string };

const accounts: Record<InstalmentLineKind, RevenueAccount | "taxes" | undefined> = {
  rental: "rental_revenue",
  duration_discount: "rental_revenue",
  early_return_cap: "rental_revenue",
  repair: "rental_revenue",
  insurance: "insurance",
  repair_insurance: "insurance",
  promo: "promo",
  fees: "fees",
  taxes: "taxes",
  kept: "rental_revenue",
  // The refund and the chargeback have already made the renter owe it.
  refunded_twice: undefined,
  extra_miles: "rental_revenue",
  late_days: "rental_revenue",
  damage: "fees",
  tolls: "fees",
  cleaning: "fees",
};

/** The revenue account of a line; undefined for a line that is never income. */
export const accountOf = (kind: InstalmentLineKind): RevenueAccount | undefined => {
  const account = accounts[kind];
  return account === "taxes" ? undefined : account;
};

/** Whether a line pays for days of a rental and is earned day by day. Other lines are earned at once. */
export const isEarnedByDay = (kind: InstalmentLineKind): boolean =>
  kind === "fees" || lineKinds.some((one) => one === kind);

/**
 * The entries of an instalment that falls due: the renter owes its lines. A line for days is earned day by day,
 * and is a liability until then.
 */
export function dueEntries(lines: readonly InstalmentLine[]): Entry[] {
  const billed = lines.flatMap(({ kind, amount }): Entry[] => {
    const account = isEarnedByDay(kind) ? "deferred_revenue" : accounts[kind];
    return account ? [{ account, amount: -amount }] : [];
  });
  const owed = billed.reduce((sum, { amount }) => sum - amount, 0);
  return merged([{ account: "renter", amount: owed }, ...billed]);
}

/** Earned money that isn't posted yet becomes revenue; revenue that is posted too much is a liability again. */
export const recognitionEntries = (
  earned: Record<RevenueAccount, Cents>,
  posted: Record<RevenueAccount, Cents>,
): Entry[] => {
  const moved = revenueAccounts.map((account): Entry => ({
    account,
    amount: posted[account] - earned[account],
  }));
  const deferred = moved.reduce((sum, { amount }) => sum - amount, 0);
  return merged([{ account: "deferred_revenue", amount: deferred }, ...moved]);
};

/** The cost of past days that isn't posted yet becomes a cost; cost posted too much is deferred again. */
export const hostCostEntries = (cost: Cents, posted: Cents): Entry[] =>
  cost === posted
    ? []
    : [
        { account: "host_share", amount: cost - posted },
        { account: "deferred_host_share", amount: posted - cost },
      ];

/** Credits to hosts, or credits taken back: an entry for each, and their sum as a cost of days to come. */
export function hostShareEntries(credits: readonly { hostId: string; amount: Cents }[]): Entry[] {
  const total = credits.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...credits.map(({ hostId, amount }): Entry => ({ account: "host_payable", amount: -amount, hostId })),
    ...(total === 0 ? [] : [{ account: "deferred_host_share" as const, amount: total }]),
  ];
}

/** The entries of a transaction, taken back. */
export const reversed = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, amount: -entry.amount }));

/** The entries of a payment, which arrives in our hands, or with a provider that pays it out later. */
export const paymentEntries = (into: "cash" | "provider_clearing", amount: Cents): Entry[] => [
  { account: into, amount },
  { account: "renter", amount: -amount },
];

/** The entries of a refund: first the renter's credit with us; the rest is our loss. */
export const refundEntries = (
  from: "cash" | "provider_clearing",
  { ofCredit, ofGoodwill }: { ofCredit: Cents; ofGoodwill: Cents },
): Entry[] =>
  merged([
    { account: "renter", amount: ofCredit },
    { account: "refunds", amount: ofGoodwill },
    { account: from, amount: -(ofCredit + ofGoodwill) },
  ]);

/** A debt that we no longer ask for: our loss. */
export const writeOffEntries = (amount: Cents): Entry[] => [
  { account: "write_off", amount },
  { account: "renter", amount: -amount },
];

/** A host's debt: we no longer ask for it, which is our loss, or the host has paid it into our account. */
export const hostBalanceEntries = (
  into: "write_off" | "cash",
  { hostId, amount }: { hostId: string; amount: Cents },
): Entry[] => [
  { account: into, amount },
  { account: "host_payable", amount: -amount, hostId },
];

/** A host is paid from our account, or from what a provider holds for us. */
export const payoutEntries = (
  from: "cash" | "provider_clearing",
  { hostId, amount }: { hostId: string; amount: Cents },
): Entry[] => [
  { account: "host_payable", amount, hostId },
  { account: from, amount: -amount },
];

/** One entry for each account, without entries of 0. */
function merged(entries: readonly Entry[]): Entry[] {
  const sums = new Map<LedgerAccount, Cents>();
  for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0) + amount);
  return [...sums].filter(([, amount]) => amount !== 0).map(([account, amount]) => ({ account, amount }));
}
