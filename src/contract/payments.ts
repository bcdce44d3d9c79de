import * as z from "zod/mini";
import { chargeCategories } from "#domain/charges/categories.ts";
import { chargeFailures } from "#domain/payments/failures.ts";
import { instalmentLineKinds } from "#domain/pricing/instalments.ts";
import {
  instalmentStates,
  paymentModes,
  paymentStatuses,
  refundStatuses,
} from "#domain/payments/payments.ts";
import { paymentProviders } from "#domain/payments/providers.ts";
import { endpoint } from "./endpoint.ts";
import { TaxName } from "./quotes.ts";
import { Message, Money, Uuid, OrderKey, KeyQuery } from "./fields.ts";
import { OrderParams } from "./params.ts";

/** A month of an order's price. `upcoming` is not due yet. */
export const InstalmentShown = z.object({
  number: z.number(),
  startsOn: z.string(),
  endsOn: z.string(),
  dueOn: z.string(),
  amount: Money,
  paid: Money,
  state: z.enum(instalmentStates),
  lines: z.array(z.object({ kind: z.enum(instalmentLineKinds), amount: Money, tax: z.optional(TaxName) })),
});
export type InstalmentShown = z.infer<typeof InstalmentShown>;

export const PaymentShown = z.object({
  id: Uuid,
  status: z.enum(paymentStatuses),
  amount: Money,
  /** What it was paid with: `cash`, `transfer`, `cheque`, `card_terminal`, or a provider's word. */
  method: z.string(),
  paidOn: z.nullable(z.string()),
});

export const RefundShown = z.object({
  id: Uuid,
  status: z.enum(refundStatuses),
  amount: Money,
  /** When it was given back; null while it is still to be. */
  paidOn: z.nullable(z.string()),
});

/** All money of an order, as its renter sees it. */
export const OrderMoneyShown = z.object({
  instalments: z.array(InstalmentShown),
  payments: z.array(PaymentShown),
  refunds: z.array(RefundShown),
  /** Payments that the renter's bank, or PayPal, has taken back for good: they are owed again. */
  takenBack: z.array(
    z.object({ id: Uuid, amount: Money, on: z.string(), provider: z.enum(paymentProviders) }),
  ),
  /** What the renter owes today by the ledger; below zero what we owe the renter. */
  balance: Money,
  /** When the order ends by itself if its first payment hasn't come. */
  payUntil: z.optional(z.string()),
  /** The amount that is due today and can be paid, and the amount that is left to pay for the whole order. */
  dueNow: Money,
  leftToPay: Money,
  /** The amount that the ended rental owed and that we no longer ask for. */
  writtenOff: Money,
  /** The amount beyond everything that we ask for: it pays what is due next, or the renter asks for it back. */
  credit: Money,
  mode: z.enum(paymentModes),
  /** The providers that can be used, the usual one first; none where the amount is too small for them. */
  providers: z.array(z.enum(paymentProviders)),
  /** An amount that is due and too small for providers; whether it is paid with the next amount. */
  small: z.optional(z.object({ amount: Money, joinsNext: z.boolean() })),
  /** The saved payment method that later payments are charged to on their day, such as "Visa •••• 4242". */
  savedMethod: z.optional(z.string()),
  /** The last charge of the saved payment method, if it failed and its amount is still to be paid. */
  failedCharge: z.optional(
    z.object({
      amount: Money,
      /** The payment method that was charged, such as "Visa •••• 4242". */
      method: z.string(),
      why: z.enum(chargeFailures),
      /** The category of a charge beyond the price; absent for a month of the price. */
      category: z.optional(z.enum(chargeCategories)),
      /** When it is tried again by itself. */
      nextOn: z.optional(z.string()),
    }),
  ),
  /** Nothing is charged automatically, and a payment now saves no payment method. */
  isNothingSaved: z.optional(z.boolean()),
  /** A charge is on its way. */
  isConfirming: z.optional(z.boolean()),
  /** How to pay, in the business owner's words: in the built-in mode, while something is left to pay. */
  instructions: z.optional(z.string()),
});
export type OrderMoneyShown = z.infer<typeof OrderMoneyShown>;

export const createPaymentSession = endpoint({
  method: "POST",
  path: "/api/orders/:id/payment-session",
  summary:
    "How to pay what is due of an order, or of a booking that its first payment confirms: the address of a provider's page, or instructions. For its owner, and with the key from its email",
  tag: "Payments",
  access: "public",
  params: OrderParams,
  query: KeyQuery,
  body: z.nullish(z.object({ key: OrderKey, provider: z.optional(z.enum(paymentProviders)) })),
  response: z.object({
    mode: z.enum(paymentModes),
    dueNow: Money,
    leftToPay: Money,
    /** The address of the provider's page. */
    url: z.optional(z.string()),
    /** A payment is on its way: nothing more can be paid until its result is known. */
    isConfirming: z.optional(z.boolean()),
    /** Payment instructions in the built-in mode, in the order's language; absent where none are written. */
    instructions: z.optional(z.string()),
  }),
  status: 200,
});

export const checkPaymentSession = endpoint({
  method: "GET",
  path: "/api/orders/:id/payment-session",
  summary:
    "How a payment that was begun stands, by the provider's own answer: for whoever comes back from its page",
  tag: "Payments",
  access: "public",
  params: OrderParams,
  query: KeyQuery,
  response: z.object({
    /** `open`: the renter has yet to pay on the provider's page; `confirming`: the provider has yet to confirm. */
    state: z.enum(["none", "open", "confirming"]),
    dueNow: Money,
    leftToPay: Money,
  }),
  status: 200,
});

export const returnCredit = endpoint({
  method: "POST",
  path: "/api/orders/:id/credit",
  summary:
    "Ask back what was paid beyond everything that an order asks for. For its owner, and with the key from its email",
  tag: "Payments",
  access: "public",
  owns: { order: ["renter", "key"] },
  params: OrderParams,
  query: KeyQuery,
  response: z.object({ refund: Money }),
  status: 200,
});

export const deleteSavedMethod = endpoint({
  method: "DELETE",
  path: "/api/orders/:id/saved-method",
  summary:
    "Charge nothing more to what was saved with an order; its provider forgets it. For its owner, and with the key from its email",
  tag: "Payments",
  access: "public",
  owns: { order: ["renter", "key"] },
  params: OrderParams,
  query: KeyQuery,
  response: Message,
  status: 200,
});
