import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { Entry, LedgerAccount, TransactionKind } from "./ledger.ts";
import type { ProviderName } from "./providers.ts";
import type { ReportLine } from "./reconciliation.ts";

/** The money that a line of a provider's report moves, and that no order of ours has moved. */
type ProviderPosting = {
  /** The provider, its line and the kind: each key is posted once. */
  key: string;
  kind: Extract<TransactionKind, "provider_fee" | "provider_payout">;
  /** The id that the provider's line names. */
  providerRef: string;
  on: IsoDate;
  entries: Entry[];
};

/** The amount leaves what the provider holds for us; below zero it comes back. */
const outOfClearing = (to: LedgerAccount, amount: Cents): Entry[] => [
  { account: to, amount },
  { account: "provider_clearing", amount: -amount },
];

/**
 * The fees that a provider kept and its payouts to our bank, as transactions of the ledger. The cost of a
 * chargeback is posted with the chargeback. Lines in another currency don't belong to our books.
 */
export function providerPostings(provider: ProviderName, lines: readonly ReportLine[]): ProviderPosting[] {
  return lines.flatMap((line): ProviderPosting[] => {
    if (line.currency !== "usd" || line.kind === "dispute" || line.isOfDispute) return [];
    const { ref, on, kind } = line;
    const posting = (as: ProviderPosting["kind"], to: LedgerAccount, amount: Cents): ProviderPosting[] =>
      amount === 0
        ? []
        : [
            {
              key: `${as}:${provider}:${line.id ?? ref}:${kind}`,
              kind: as,
              providerRef: ref,
              on,
              entries: outOfClearing(to, amount),
            },
          ];
    const kept = kind === "fee" ? line.fee - line.amount : line.fee;
    return [
      ...posting("provider_fee", "provider_fees", kept),
      ...(kind === "payout" ? posting("provider_payout", "bank", -line.amount) : []),
    ];
  });
}
