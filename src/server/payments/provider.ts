import type { Cents } from "#domain/money.ts";
import type { Language } from "#domain/languages.ts";
import type { IsoDate } from "#domain/dates.ts";
import type { ChargebackReason, ChargebackState } from "#domain/payments/chargebacks.ts";
import type { ProviderName } from "#domain/payments/payments.ts";
import type { ReportLine } from "#domain/payments/reconciliation.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";

/** What the provider will charge later payments to, as it calls it. */
export type SavedMethod = { customerRef: string; methodRef: string; label: string };

/** How a payment stands by the provider's own word. */
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
  /** Its page has ended, and nobody paid. */
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

/** A payment about to be made, as its row has it: asked twice, it is asked the same. */
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

/** What an event turned out to be about, by the provider's answer of now. */
export type Finding =
  | { of: "payment"; orderId: string; paymentId: string; outcome: PaymentOutcome }
  | { of: "refund"; orderId: string; refundId: string; paymentId: string; outcome: RefundOutcome }
  /** A refund that was made at the provider's own screens: `paymentRef` is its id of the payment. */
  | { of: "foreign_refund"; paymentRef: string; outcome: RefundOutcome }
  /** Asked for by its id: what is written of it has to be known before it is asked. */
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
  /** What it has taken from us, given back to us, and asked for its trouble so far. */
  withdrawn: Cents;
  reinstated: Cents;
  fee: Cents;
  openedAt: Date;
  /** Until when evidence is taken; null where none is. */
  evidenceDueAt: Date | null;
};

/** A transfer to a host's account there, about to be made, as its payout's row has it: asked twice, it is asked the same. */
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

/** Who somebody is in law, and where. The address is as on an envelope, line by line. */
export type Identity = { name: string; postalAddress: string };

/** Whoever pays hosts for us by machine: Stripe Connect. */
export type Connect = {
  /** A host's account there, made once however often it is asked for. Answers its id. */
  openAccount: (host: { hostId: string; email: string }) => Promise<string>;
  /** The address of the provider's own pages, good for minutes. */
  onboardingPage: (account: string, pages: { returnTo: string; again: string }) => Promise<string>;
  /** Whether transfers reach an account, and what the provider still asks its owner for. */
  accountState: (account: string) => Promise<{ isReady: boolean; lacks: string[] }>;
  /**
   * The name and postal address by which an account's owner is known there; undefined where the provider keeps them to
   * itself, as Stripe does of accounts that it asked its own questions for.
   */
  identityOf: (account: string) => Promise<Identity | undefined>;
  transfer: (wanted: TransferWanted) => Promise<TransferOutcome>;
  lookUpTransfer: (providerRef: string) => Promise<TransferOutcome>;
};

/**
 * Whoever takes money for us by machine. Each call that moves money bears a key that is made of our row's id,
 * so that it is made once however often it is asked; what is thrown is an answer that never came.
 */
export type Provider = {
  name: ProviderName;
  /** For how many milliseconds a charge asked for again is the same one. */
  repeatableFor: number;
  /**
   * A page on which the renter pays, and lets later payments be charged. Undefined where the payment was asked for
   * otherwise before, and another one is to be made.
   */
  beginSession: (wanted: SessionWanted) => Promise<{ sessionRef: string; url: string } | undefined>;
  /** Ends a page that nobody has paid on. Answers how the payment stands then. */
  endSession: (payment: PaymentRow) => Promise<PaymentOutcome>;
  /** Charges a saved method while its owner is away. */
  charge: (payment: PaymentRow, orderNumber: string) => Promise<PaymentOutcome>;
  lookUp: (payment: PaymentRow) => Promise<PaymentOutcome>;
  refund: (wanted: RefundWanted) => Promise<RefundOutcome>;
  /** Keeps a saved method no longer; one that it doesn't know is forgotten already. */
  forget: (methodRef: string) => Promise<void>;
  /** What moved on our account there from one day of Los Angeles to another, both included. */
  report: (range: { from: IsoDate; to: IsoDate }) => Promise<ReportLine[]>;
  /**
   * Throws BadSignature for whatever the provider has not sent, UnreadableEvent for what it has sent and is none,
   * ProviderAway where it has to be asked and gives no answer.
   */
  readEvent: (raw: Buffer, headers: Record<string, string | undefined>) => Promise<ProviderEvent>;
  /** Nothing where the event is about nothing of ours. */
  follow: (event: Pick<ProviderEvent, "kind" | "objectRef">) => Promise<Finding[]>;
  chargeback: (ref: string) => Promise<ChargebackFacts>;
  /** Those of our account there that are new since, whatever they are about; the newest `mostListed`. */
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
