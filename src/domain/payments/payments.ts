import { addDays, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";

/** Through whom money came: recorded by an administrator, or by a provider's own word. */
export const paymentModes = ["built_in", "stripe", "paypal"] as const;
export type PaymentMode = (typeof paymentModes)[number];
/** Those that take money by machine. */
export const paymentProviders = ["stripe", "paypal"] as const satisfies PaymentMode[];
export type ProviderName = (typeof paymentProviders)[number];
/** What a provider calls itself, in every language. */
export const providerNames: Record<ProviderName, string> = { stripe: "Stripe", paypal: "PayPal" };

/** Providers charge nothing smaller: less than this waits for what falls due next. */
export const leastCharge: Cents = 50;

/** How money came that an administrator records. */
export const recordedMethods = ["cash", "transfer", "cheque", "card_terminal"] as const;
export type RecordedMethod = (typeof recordedMethods)[number];

/** In days. Money that moved further back is no typing of today's, and a bank's file of then is no file of now. */
const longestAgo = 400;

/** Whether money may be recorded now as having moved on a day: of late, and not ahead of today. */
export const mayRecordFor = (day: IsoDate, today: IsoDate): boolean =>
  day <= today && day >= addDays(today, -longestAgo);

/**
 * A payment begins when a provider's page is opened or a saved method is charged. `taken_back` is one that was recorded
 * and had not come, or had come for another order.
 */
export const paymentStatuses = ["begun", "succeeded", "failed", "cancelled", "taken_back"] as const;

/** What an administrator does about a payment that was recorded wrongly. */
export const correctionKinds = ["take_back", "move"] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
export const correctionStatuses = ["awaiting_approval", "done", "declined"] as const;

/** A payment of the same amount and reference within so many days is asked about before it is recorded. */
export const repeatDays = 3;

/** So many days after its rental has ended a credit goes back by itself. */
export const creditDays = 30;

/**
 * A refund by hand may wait for a second administrator; then it is to be given back, and at last it is.
 * `withdrawn` is one that no longer is due, as when its order lives again.
 */
export const refundStatuses = ["awaiting_approval", "approved", "paid", "declined", "withdrawn"] as const;
export const refundOrigins = ["rule", "hand", "provider"] as const;
export type RefundOrigin = (typeof refundOrigins)[number];
export type RefundStatus = (typeof refundStatuses)[number];

/** A refund that has been asked for and has not left us. */
export const openRefundStatuses = ["awaiting_approval", "approved"] as const satisfies RefundStatus[];
/** A refund that was decided on, whether it has arrived or not. */
export const decidedRefundStatuses = ["approved", "paid"] as const satisfies RefundStatus[];
/** Refunds that take up what was paid, so that no two give back the same money. */
export const reservingStatuses = ["awaiting_approval", "approved", "paid"] as const satisfies RefundStatus[];

/** How an instalment stands on a day. */
export const instalmentStates = ["paid", "due", "overdue", "upcoming", "written_off"] as const;
export type InstalmentState = (typeof instalmentStates)[number];

type AskedSum = { amount: Cents; paid: Cents; dueOn: IsoDate };

/** Where nothing is asked, nothing is owed: an instalment of nothing is paid. */
export function instalmentState({ amount, paid, dueOn }: AskedSum, today: IsoDate): InstalmentState {
  if (paid >= amount) return "paid";
  if (dueOn > today) return "upcoming";
  return dueOn === today ? "due" : "overdue";
}

/** What is still to be paid of everything asked, or of what is due by a day. */
export const leftToPay = (asked: readonly AskedSum[], by?: IsoDate): Cents =>
  asked
    .filter(({ dueOn }) => by === undefined || dueOn <= by)
    .reduce((sum, { amount, paid }) => sum + amount - paid, 0);

/**
 * What is owed of an ended rental may be written off: above what one administrator decides alone it waits for a
 * second. `taken_back` is owed again, as when the rental lives again or its renter pays after all.
 */
export const writeOffStatuses = ["awaiting_approval", "written", "declined", "taken_back"] as const;
export type WriteOffStatus = (typeof writeOffStatuses)[number];

/** Refunds by hand, or what is written off, of one order within so many days without a second administrator, together. */
export const refundsAlone: { most: Cents; days: number } = { most: 50_000, days: 30 };
