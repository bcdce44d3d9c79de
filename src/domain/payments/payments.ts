import { addDays, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { paymentProviders } from "./providers.ts";

/** How we know of a payment: an administrator recorded it, or a provider reported it. */
export const paymentModes = ["built_in", ...paymentProviders] as const;
export type PaymentMode = (typeof paymentModes)[number];

/** Providers charge no smaller amount: a smaller sum waits for the next one that falls due. */
export const leastCharge: Cents = 50;

/** The ways of payment that an administrator records. */
export const recordedMethods = ["cash", "transfer", "cheque", "card_terminal"] as const;
export type RecordedMethod = (typeof recordedMethods)[number];

/** In days. Nobody records older money by hand now, and a bank's present file doesn't hold it. */
const longestAgo = 400;

/** Whether money may be recorded now as moved on a day: not long ago, and not after today. */
export const mayRecordFor = (day: IsoDate, today: IsoDate): boolean =>
  day <= today && day >= addDays(today, -longestAgo);

/**
 * A payment begins when a provider's page is opened or a saved method is charged. `taken_back`: an administrator
 * recorded a payment that had not come, or had come for another order.
 */
export const paymentStatuses = ["begun", "succeeded", "failed", "cancelled", "taken_back"] as const;

/** What an administrator does about a payment that was recorded wrongly. */
export const correctionKinds = ["take_back", "move"] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
export const correctionStatuses = ["awaiting_approval", "done", "declined"] as const;

/** We ask before we record a payment with the same amount and reference as one within this many days. */
export const repeatDays = 3;

/** This many days after its rental has ended, a credit is given back automatically. */
export const creditDays = 30;

/**
 * A refund by hand may wait for a second administrator; then it is approved, and at last paid. `withdrawn`: the
 * refund is no longer due, for example because its order is active again.
 */
export const refundStatuses = ["awaiting_approval", "approved", "paid", "declined", "withdrawn"] as const;
export const refundOrigins = ["rule", "hand", "provider"] as const;
export type RefundOrigin = (typeof refundOrigins)[number];
export type RefundStatus = (typeof refundStatuses)[number];

/** A refund that has been asked for and has not left us. */
export const openRefundStatuses = ["awaiting_approval", "approved"] as const satisfies RefundStatus[];
/** A refund that was decided on, whether it has arrived or not. */
export const decidedRefundStatuses = ["approved", "paid"] as const satisfies RefundStatus[];
/** Refunds that reserve paid money, so that no two refunds give back the same money. */
export const reservingStatuses = ["awaiting_approval", "approved", "paid"] as const satisfies RefundStatus[];

/** The states of an instalment on a day. */
export const instalmentStates = ["paid", "due", "overdue", "upcoming", "written_off"] as const;
export type InstalmentState = (typeof instalmentStates)[number];

type AskedSum = { amount: Cents; paid: Cents; dueOn: IsoDate };

/** An instalment of 0 is paid, because nothing is owed. */
export function instalmentState({ amount, paid, dueOn }: AskedSum, today: IsoDate): InstalmentState {
  if (paid >= amount) return "paid";
  if (dueOn > today) return "upcoming";
  return dueOn === today ? "due" : "overdue";
}

/** The unpaid sum of all that was asked for, or of all that is due by a day. */
export const leftToPay = (asked: readonly AskedSum[], by?: IsoDate): Cents =>
  asked
    .filter(({ dueOn }) => by === undefined || dueOn <= by)
    .reduce((sum, { amount, paid }) => sum + amount - paid, 0);

/**
 * The debt of an ended rental may be written off; above the limit of one administrator this waits for a second.
 * `taken_back`: the debt is owed again, because the rental is active again or its renter pays after all.
 */
export const writeOffStatuses = ["awaiting_approval", "written", "declined", "taken_back"] as const;
export type WriteOffStatus = (typeof writeOffStatuses)[number];

/** The most that one administrator alone may refund, or write off, for one order within this many days. */
export const refundsAlone: { most: Cents; days: number } = { most: 50_000, days: 30 };
