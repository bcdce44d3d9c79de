import { dateInLosAngeles, type IsoDate, later } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { PaymentMode, RefundOrigin } from "./payments.ts";

/** The state of the part of a refund that one payment gives back. */
export type RefundPart = {
  amount: Cents;
  /** Through whom the payment came. */
  mode: PaymentMode;
  /** Whether its provider was ever asked to give it back. */
  isAsked: boolean;
  /** Why the provider could not give it back. */
  failure: string | null;
  isPaid: boolean;
};

/**
 * Whether an administrator has to give a part back, and no provider does: its payment came by hand, its provider
 * has refused, or its provider is no longer set up and was never asked.
 */
export const isByHand = (
  { mode, failure, isAsked }: RefundPart,
  hasProvider: (mode: PaymentMode) => boolean,
): boolean => mode === "built_in" || failure !== null || (!hasProvider(mode) && !isAsked);

/** The amount of a refund that is still to be given back by hand. */
export const leftByHand = (
  parts: readonly RefundPart[],
  hasProvider: (mode: PaymentMode) => boolean,
): Cents =>
  parts
    .filter((part) => !part.isPaid && isByHand(part, hasProvider))
    .reduce((sum, { amount }) => sum + amount, 0);

/** The last day on which a part was given back; null if none was. */
export const lastGivenOn = (parts: readonly { paidOn: IsoDate | null }[]): IsoDate | null =>
  parts.reduce<IsoDate | null>(
    (last, { paidOn }) => (last && paidOn ? later(last, paidOn) : (paidOn ?? last)),
    null,
  );

type AskedRefund = { id: string; origin: RefundOrigin; createdAt: Date };

/**
 * The first day on which a refund may have been given back: the day of its request. A refund by rule is written
 * again each time it is counted, so its request may be as old as the first of them.
 */
export const refundAskedOn = (refund: AskedRefund, all: readonly AskedRefund[]): IsoDate =>
  dateInLosAngeles(
    Math.min(
      ...all
        .filter(({ id, origin }) => id === refund.id || (refund.origin === "rule" && origin === "rule"))
        .map(({ createdAt }) => createdAt.getTime()),
    ),
  );
