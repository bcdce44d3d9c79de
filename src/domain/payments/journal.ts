import type { IsoDate } from "#domain/dates.ts";
import type { LedgerAccount, TransactionKind } from "./ledger.ts";

/** Accounts as a bookkeeper names them in the program that reads our journal. */
export const bookAccountNames: Record<LedgerAccount, string> = {
  renter: "Accounts receivable - renters",
  provider_clearing: "Payment provider clearing",
  cash: "Undeposited funds",
  deferred_revenue: "Deferred revenue",
  rental_revenue: "Rental income",
  insurance: "Insurance income",
  fees: "Fee income",
  taxes: "Taxes payable",
  promo: "Promotional discounts",
  host_payable: "Accounts payable - hosts",
  deferred_host_share: "Prepaid host share",
  host_share: "Host share",
  platform_income: "Platform income",
  refunds: "Goodwill refunds",
  write_off: "Bad debt",
  chargebacks: "Chargebacks in dispute",
  chargeback_fees: "Chargeback fees",
  provider_fees: "Payment provider fees",
  bank: "Bank - provider payouts",
};

const kindNames: Record<TransactionKind, string> = {
  instalment: "Became due",
  reversal: "Reversed",
  recognition: "Earned",
  payment: "Payment",
  correction: "Correction",
  refund: "Refund",
  write_off: "Write-off",
  chargeback: "Chargeback",
  provider_fee: "Provider fee",
  provider_payout: "Provider payout",
  payout: "Payout to host",
  host_share: "Host share",
  host_balance: "Host balance",
};

type JournalSubject = {
  kind: TransactionKind;
  orderNumber: string | null;
  providerRef: string | null;
  /** The day that the entry is about, where that day's month was already closed. */
  effectiveOn: IsoDate | null;
  /** What its payout is called. */
  payout: string | null;
  /** Names of the hosts whose balance it moves. */
  hosts: string | null;
};

/** One line that says what a journal entry is about. */
export const journalMemo = ({
  kind,
  orderNumber,
  providerRef,
  effectiveOn,
  payout,
  hosts,
}: JournalSubject): string =>
  [kindNames[kind], orderNumber ?? providerRef, payout, hosts, effectiveOn && `of ${effectiveOn}`]
    .filter(Boolean)
    .join(", ");
