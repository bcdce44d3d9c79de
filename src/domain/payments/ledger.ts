import type { Cents } from "#domain/money.ts";
import { lineKinds } from "#domain/pricing/lines.ts";
import type { InstalmentLine, InstalmentLineKind } from "#domain/pricing/instalments.ts";

/**
 * Where money stands, in double entry. A positive entry is a debit: `renter` above zero is what a renter owes,
 * `cash` above zero what we have; revenue stands below zero. `deferred_revenue` below zero is what was billed for days
 * that have not come, `taxes` below zero what was collected for the state: both are liabilities. `chargebacks` above
 * zero is what banks have taken and may yet give back; `bank` what providers have paid out to ours. `host_payable` below
 * zero is what hosts have with us; `deferred_host_share` above zero what of it is for days that have not come,
 * `host_share` what the days that have come cost us.
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

/** What a month earned or cost; the others are balances, of all time. */
export const incomeAccounts = [
  ...revenueAccounts,
  "host_share",
  "refunds",
  "write_off",
  "chargeback_fees",
  "provider_fees",
] as const satisfies readonly LedgerAccount[];

/** What a transaction is about. Each names its cause by an id. A `recognition` is what the days that have come earned. */
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
/** Those that may move a renter's account. */
export type RenterTransactionKind = Exclude<TransactionKind, (typeof kindsBesideRenters)[number]>;
export const movesRenter = (kind: TransactionKind): kind is RenterTransactionKind =>
  !kindsBesideRenters.some((one) => one === kind);

/** `hostId` says whose it is, of what is payable to hosts. */
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
  // The refund and the chargeback have made it owed already.
  refunded_twice: undefined,
  extra_miles: "rental_revenue",
  late_days: "rental_revenue",
  damage: "fees",
  tolls: "fees",
  cleaning: "fees",
};

/** What a line earns; undefined for what is never income. */
export const accountOf = (kind: InstalmentLineKind): RevenueAccount | undefined => {
  const account = accounts[kind];
  return account === "taxes" ? undefined : account;
};

/** Whether a line is of days of a rental, and is earned as they come. The others are earned at once. */
export const isEarnedByDay = (kind: InstalmentLineKind): boolean =>
  kind === "fees" || lineKinds.some((one) => one === kind);

/**
 * An instalment falls due: the renter owes it, for what it is made of. What is of days is earned as they come, and a
 * liability until then.
 */
export function dueEntries(lines: readonly InstalmentLine[]): Entry[] {
  const billed = lines.flatMap(({ kind, amount }): Entry[] => {
    const account = isEarnedByDay(kind) ? "deferred_revenue" : accounts[kind];
    return account ? [{ account, amount: -amount }] : [];
  });
  const owed = billed.reduce((sum, { amount }) => sum - amount, 0);
  return merged([{ account: "renter", amount: owed }, ...billed]);
}

/** What has been earned more than is posted becomes revenue; what is posted too much is a liability again. */
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

/** What days that have come cost more than is posted becomes a cost; what is posted too much is of days to come again. */
export const hostCostEntries = (cost: Cents, posted: Cents): Entry[] =>
  cost === posted
    ? []
    : [
        { account: "host_share", amount: cost - posted },
        { account: "deferred_host_share", amount: posted - cost },
      ];

/** What hosts are credited, or what is taken back of it: an entry for each, and what of it is to be earned. */
export function hostShareEntries(credits: readonly { hostId: string; amount: Cents }[]): Entry[] {
  const total = credits.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...credits.map(({ hostId, amount }): Entry => ({ account: "host_payable", amount: -amount, hostId })),
    ...(total === 0 ? [] : [{ account: "deferred_host_share" as const, amount: total }]),
  ];
}

/** The same taken back. */
export const reversed = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, amount: -entry.amount }));

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

/** What a host owes is no longer asked for, our loss; or the host has paid it into our account. */
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

/** One entry for each account, none of nothing. */
function merged(entries: readonly Entry[]): Entry[] {
  const sums = new Map<LedgerAccount, Cents>();
  for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0) + amount);
  return [...sums].filter(([, amount]) => amount !== 0).map(([account, amount]) => ({ account, amount }));
}
