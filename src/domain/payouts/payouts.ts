import { addDays, type IsoDate, toDayNumber } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";

/** A payout is made of payable credits, then paid; a failed or cancelled payout frees its credits again. */
export const payoutStatuses = ["made", "paid", "failed", "cancelled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** How a payout reaches the host: a person sends it from our bank, or Stripe Connect transfers it. */
export const payoutModes = ["bank", "stripe"] as const;

/**
 * The rules of a host's credits: a share of shared lines, or a charge that is wholly the host's; or an
 * administrator's action: a share taken back, a host's debt written off, or a debt repaid.
 */
export const hostCreditRules = ["share", "charge", "take_back", "write_off", "repayment"] as const;
export type HostCreditRule = (typeof hostCreditRules)[number];
/** Rules by which a host earns; the other rules change what a host owes, and belong to no order. */
export const earningRules = ["share", "charge", "take_back"] as const satisfies readonly HostCreditRule[];
export type EarningRule = (typeof earningRules)[number];

/** Facts that the renter and the host of a rental have in common. */
export const payoutFlagKinds = ["same_phone", "same_card", "same_license", "same_bank"] as const;
export type PayoutFlagKind = (typeof payoutFlagKinds)[number];

/** The least payout, a dollar: less stays in the host's balance. */
export const leastPayout: Cents = 100;

/** Returns the amount of a payout: all that is payable, or 0 if that is less than `leastPayout`. */
export const paidOutOf = (payable: Cents): Cents => (payable < leastPayout ? 0 : payable);

/** How long changed bank details wait before money goes to them, so that their owner hears of the change first. */
export const changedDetailsHours = 72;

/**
 * Why nothing is sent to a host on the next payout day, whatever is payable: payouts are held, we don't know where to
 * send them, or changed bank details still wait.
 */
export const payoutWaits = ["held", "no_account", "new_account"] as const;
export type PayoutWait = (typeof payoutWaits)[number];

/** What a payout is called by people and in the bank's file: "PO-1042". */
export const payoutName = (number: number): string => `PO-${1000 + number}`;

/** The number of a payout by its name in a bank's file, which may have lost its hyphen; undefined for anything else. */
export function payoutNumberOf(text: string): number | undefined {
  const digits = /\bPO[- ]?(\d{4,15})\b/i.exec(text)?.[1];
  const number = digits === undefined ? 0 : Number(digits) - 1000;
  return number > 0 ? number : undefined;
}

/** When the payouts of a Tuesday are made, on Los Angeles's clocks. */
export const payoutTime = "09:00";

/** The Tuesday, Los Angeles, whose payouts are made now: its run begins at `payoutTime`. `localTime` is "2026-11-24T09:00". */
export function payoutDayAt(localTime: string): IsoDate {
  const today = localTime.slice(0, 10);
  const sinceTuesday = (toDayNumber(today) + tuesdayOffset) % 7;
  const isPastPayoutHour = sinceTuesday > 0 || localTime.slice(11) >= payoutTime;
  return addDays(today, isPastPayoutHour ? -sinceTuesday : -7);
}
/** 1 January 1970, day 0, was a Thursday. */
const tuesdayOffset = 2;

/** The statuses that a payout may get from each status. */
const moves: Record<PayoutStatus, readonly PayoutStatus[]> = {
  made: ["paid", "failed", "cancelled"],
  // A payout that the bank sends back was paid before.
  paid: ["failed"],
  failed: [],
  cancelled: [],
};
export const mayMovePayout = (from: PayoutStatus, to: PayoutStatus): boolean => moves[from].includes(to);

/**
 * How a new host's earnings wait. For `firstDays` from the first credit, credits wait as many days from their
 * payment as the settings say. Charges, which are wholly the host's, wait `largeChargeDays` if those of one order
 * sum to more than `largeCharge`.
 */
export const newHosts = { firstDays: 60, largeCharge: 50_000, largeChargeDays: 30 } as const;
