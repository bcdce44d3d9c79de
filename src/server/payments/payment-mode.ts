import type { Language } from "#domain/languages.ts";
import type { Cents } from "#domain/money.ts";
import type { PaymentModeKind } from "#domain/payments/payments.ts";
import type { OrderRow } from "#server/orders/queries.ts";

/** How renters pay. The built-in mode charges nothing: it tells them what the owner's instructions say. */
export type PaymentMode = BuiltIn | Provider;

export type BuiltIn = {
  kind: "built_in";
  /** How to pay, in the owner's words; undefined where the owner has written none. */
  instructions: (language: Language) => string | undefined;
};

/** What is being paid: a row of `payments` that stands at "begun", whose id is the provider's idempotency key. */
export type Begun = { paymentId: string; order: OrderRow; amount: Cents; language: Language };

/** What a provider says of a payment. `later` is told by a verified event. */
export type ChargeOutcome =
  | { state: "succeeded"; providerRef: string; method: string }
  | { state: "failed"; providerRef?: string; reason: string; needsRenter: boolean }
  | { state: "later"; providerRef?: string };

export type RefundOutcome =
  | { state: "succeeded"; providerRef: string }
  | { state: "failed"; reason: string }
  | { state: "later"; providerRef?: string };

/** What a provider has told us over its webhook, its signature verified, in our words. */
export type ProviderEvent =
  | { kind: "payment"; paymentId: string; outcome: ChargeOutcome }
  | { kind: "refund"; refundId: string; paymentId: string; outcome: RefundOutcome }
  | { kind: "ignored" };

/** A provider that takes money by itself. Each call may be made again with the same ids, and does it once. */
export type Provider = {
  kind: Exclude<PaymentModeKind, "built_in">;
  /** Nothing below is charged. */
  minimum: Cents;
  /** Opens the provider's page, which comes back to `returnUrl`. The method is saved for what falls due later. */
  begin: (begun: Begun, returnUrl: string) => Promise<{ url: string; providerRef: string; expiresAt: Date }>;
  /** Ends a page that was opened. */
  end: (providerRef: string) => Promise<void>;
  /** Charges the saved method. */
  charge: (begun: Begun) => Promise<ChargeOutcome>;
  refund: (refund: {
    refundId: string;
    payment: { id: string; providerRef: string };
    amount: Cents;
  }) => Promise<RefundOutcome>;
  /**
   * What a webhook says, by its raw body and headers. Throws where the signature isn't the provider's.
   * `eventId` is kept, so that it is done once.
   */
  readEvent: (
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>>,
  ) => Promise<{ eventId: string; event: ProviderEvent }>;
};
