import { dateInLosAngeles, type IsoDate, later } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import type { PaymentMode, RefundOrigin } from "./payments.ts";

/** How the part of a refund that one payment gives back stands. */
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
 * Whether no provider gives a part back, so that the desk has to: it came by hand, its provider has refused, or its
 * provider is no longer set up and was never asked.
 */
export const isByHand = (
  { mode, failure, isAsked }: RefundPart,
  hasProvider: (mode: PaymentMode) => boolean,
): boolean => mode === "built_in" || failure !== null || (!hasProvider(mode) && !isAsked);

/** What of a refund is still to be given by hand. */
export const leftByHand = (
  parts: readonly RefundPart[],
  hasProvider: (mode: PaymentMode) => boolean,
): Cents =>
  parts
    .filter((part) => !part.isPaid && isByHand(part, hasProvider))
    .reduce((sum, { amount }) => sum + amount, 0);

/** The day of the last of what has been given back; null where nothing has. */
export const lastGivenOn = (parts: readonly { paidOn: IsoDate | null }[]): IsoDate | null =>
  parts.reduce<IsoDate | null>(
    (last, { paidOn }) => (last && paidOn ? later(last, paidOn) : (paidOn ?? last)),
    null,
  );

type AskedRefund = { id: string; origin: RefundOrigin; createdAt: Date };

/**
 * The first day on which a refund of an order may have been given: the one on which it was asked for. What rules give back is
 * written anew whenever it is counted again, so that it may have been asked for since the first of them.
 */
export const refundAskedOn = (refund: AskedRefund, all: readonly AskedRefund[]): IsoDate =>
  dateInLosAngeles(
    Math.min(
      ...all
        .filter(({ id, origin }) => id === refund.id || (refund.origin === "rule" && origin === "rule"))
        .map(({ createdAt }) => createdAt.getTime()),
    ),
  );
