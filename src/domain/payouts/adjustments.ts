import { addDays, type IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";

/**
 * What administrators do to a host's balance by hand: take back a share of an order, write off what the host owes, or
 * record that the host has paid it.
 */
export const adjustmentKinds = ["take_back", "write_off", "repayment"] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

export const adjustmentStatuses = ["awaiting_approval", "done", "declined"] as const;
export type AdjustmentStatus = (typeof adjustmentStatuses)[number];

/** Whether a kind needs a second administrator above a limit; one is enough to record money that came. */
export const needsSecond = (kind: AdjustmentKind): boolean => kind !== "repayment";

/** Later payouts may make up for a balance below zero for this many days; then the host is asked for it. */
export const owedBeforeAskingDays = 60;

/** The day from which we ask a host for a debt that exists since another day. */
export const askedFrom = (since: IsoDate): IsoDate => addDays(since, owedBeforeAskingDays);

/**
 * The amount that is taken back from a host's credits for an order: what administrators took, up to what the order
 * credits now. A share that the renter's refund has already taken back isn't taken twice.
 */
export const standingTakeBack = (taken: Cents, credited: Cents): Cents =>
  Math.max(0, Math.min(taken, credited));
