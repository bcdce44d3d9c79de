import type { Cents } from "#domain/money.ts";
import type { Language } from "#domain/languages.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { ChargebackReason, ChargebackState } from "#domain/payments/chargebacks.ts";
import type { ProviderName } from "#domain/payments/providers.ts";
import type { ReportKind, ReportLine } from "#domain/payments/reconciliation.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";

/** The method that the provider charges later payments to, by the provider's names. */
export type SavedMethod = { customerRef: string; methodRef: string; label: string };

/** The state of a payment, as the provider reports it. */
export type PaymentOutcome =
  | {
      status: "succeeded";
      providerRef: string;
      amount: Cents;
      /** Lower case, such as "usd". */
      currency: string;
      /** What it was paid with, such as "Visa •••• 4242". */
      method: string;
      saved?: SavedMethod | undefined;
    }
  | { status: "failed"; providerRef?: string | undefined; failure: string }
  /** The payment's page has ended, and nobody has paid. */
  | { status: "cancelled" }
  /** Waits for the renter on the provider's page. */
  | { status: "open"; url: string | undefined }
  /** The provider is still working on it. */
  | { status: "processing" }
  /** The provider knows of no such payment. */
  | { status: "unknown" };

export type RefundOutcome =
  | { status: "succeeded" | "processing"; providerRef: string; amount: Cents; currency: string }
  | { status: "failed"; providerRef?: string | undefined; failure: string }
  | { status: "unknown" };

/** A payment about to be made, as its row has it: a second request for it is the same. */
export type SessionWanted = {
  payment: PaymentRow;
  orderNumber: string;
  email: string;
  language: Language;
  /** Where the provider's page sends the renter back to. */
  returnTo: string;
};
export type RefundWanted = {
  refundId: string;
  orderId: string;
  payment: PaymentRow;
  amount: Cents;
  /** The provider's own id of it, once known. */
  providerRef: string | null;
  /** Whether the provider may have been asked before. */
  isRepeated: boolean;
};

/** A verified event: what it is about, by ids alone. */
export type ProviderEvent = { eventRef: string; kind: string; objectRef: string };

/** The result of reading what an event is about from the provider. */
export type Finding =
  | { of: "payment"; orderId: string; paymentId: string; outcome: PaymentOutcome }
  | { of: "refund"; orderId: string; refundId: string; paymentId: string; outcome: RefundOutcome }
  /** A refund that was made at the provider's own screens: `paymentRef` is its id of the payment. */
  | { of: "foreign_refund"; paymentRef: string; outcome: RefundOutcome }
  /** Only its id: the provider is asked for the facts after our look has got its number. */
  | { of: "chargeback"; ref: string };

/** A payment that its payer's bank takes back, as the provider reports it now, in cents that are never negative. */
export type ChargebackFacts = {
  providerRef: string;
  /** The provider's id of the payment, and ours where the provider knows it. */
  paymentRef: string;
  paymentId?: string;
  state: ChargebackState;
  reason: ChargebackReason;
  amount: Cents;
  currency: string;
  /** The sums that the provider has taken from us, given back to us, and charged as a fee so far. */
  withdrawn: Cents;
  reinstated: Cents;
  fee: Cents;
  openedAt: Date;
  /** Until when evidence is taken; null where none is. */
  evidenceDueAt: Date | null;
};

/** A transfer to a host's account there, as its payout's row has it: a second request for it is the same. */
export type TransferWanted = {
  payoutId: string;
  amount: Cents;
  destination: string;
  /** Whether the provider may have been asked before. */
  isRepeated: boolean;
};
export type TransferOutcome =
  | { status: "sent"; providerRef: string; amount: Cents; reversed: Cents }
  | { status: "failed"; failure: string };

/** A person's legal name and address. The address is as on an envelope, line by line. */
export type Identity = { name: string; postalAddress: string };

/** A service that pays hosts for us automatically: Stripe Connect. */
export type Connect = {
  /** A host's account there, made once however often it is requested. Returns its id. */
  openAccount: (host: { hostId: string; email: string }) => Promise<string>;
  /** The address of the provider's own pages, good for minutes. */
  onboardingPage: (account: string, pages: { returnTo: string; again: string }) => Promise<string>;
  /** Whether transfers reach an account, and what the provider still asks its owner for. */
  accountState: (account: string) => Promise<{ isReady: boolean; lacks: string[] }>;
  /**
   * The name and postal address of an account's owner there; undefined where the provider does not give them away,
   * as Stripe for accounts whose owners it asked itself.
   */
  identityOf: (account: string) => Promise<Identity | undefined>;
  transfer: (wanted: TransferWanted) => Promise<TransferOutcome>;
  lookUpTransfer: (providerRef: string) => Promise<TransferOutcome>;
};

/**
 * A provider that takes money for us automatically. Each call that moves money carries a key made from our row's id,
 * so that a repeated call moves it once; an exception means that no answer came.
 */
export type Provider = {
  name: ProviderName;
  /** For how many milliseconds a repeated charge counts as the same one. */
  repeatableFor: number;
  /**
   * A page on which the renter pays, and lets us charge later payments. Undefined where the payment was requested
   * in another way before, and another one is to be made.
   */
  beginSession: (wanted: SessionWanted) => Promise<{ sessionRef: string; url: string } | undefined>;
  /** Ends a page that nobody has paid on. Returns the payment's state afterwards. */
  endSession: (payment: PaymentRow) => Promise<PaymentOutcome>;
  /** Charges a saved method while its owner is away. */
  charge: (payment: PaymentRow, orderNumber: string) => Promise<PaymentOutcome>;
  lookUp: (payment: PaymentRow) => Promise<PaymentOutcome>;
  refund: (wanted: RefundWanted) => Promise<RefundOutcome>;
  /** Deletes a saved method; a method that the provider doesn't know is forgotten already. */
  forget: (methodRef: string) => Promise<void>;
  /** What moved on our account there from one day of Los Angeles to another, both included. */
  report: (range: { from: IsoDate; to: IsoDate }) => Promise<ReportLine[]>;
  /**
   * Throws BadSignature for a text that the provider has not sent, UnreadableEvent for one that it has sent but that
   * isn't an event, ProviderAway if it has to be asked and doesn't answer.
   */
  readEvent: (raw: Buffer, headers: Record<string, string | undefined>) => Promise<ProviderEvent>;
  /** Its names of the events by which it reports a payment and a refund: a line that we lack is followed by one. */
  eventKinds: Readonly<Partial<Record<ReportKind, string>>>;
  /** Empty if the event is about nothing of ours. */
  follow: (event: Pick<ProviderEvent, "kind" | "objectRef">) => Promise<Finding[]>;
  chargeback: (ref: string) => Promise<ChargebackFacts>;
  /** The new chargebacks on our account there since then, whatever they are about; the newest `mostListed`. */
  chargebacksSince: (since: Date) => Promise<string[]>;
  /** The provider's page on which we send our evidence. */
  chargebackPage: (of: Pick<ChargebackFacts, "providerRef" | "paymentRef">) => string;
  /** Undefined where it can't pay hosts. */
  connect?: Connect;
};

/** More chargebacks than anybody has in a month. */
export const mostListed = 1000;

export class BadSignature extends Error {
  override name = "BadSignature";
}

export class UnreadableEvent extends Error {
  override name = "UnreadableEvent";
}

export class ProviderAway extends Error {
  override name = "ProviderAway";
}

/** The provider's answer does not match our request: another try will not help. */
export class Mismatch extends Error {
  override name = "Mismatch";
}

/** The most lines of a report that one answer holds. */
export const mostLines = 20_000;
export class ReportTooLong extends Error {
  override name = "ReportTooLong";
}
