import type { Cents } from "#domain/money.ts";

/** What is known of an order's money when a rule gives some of it back. */
export type RefundPosition = {
  /** The money that has come in and stays, before any goodwill is counted against it. */
  received: Cents;
  /** All goodwill that was given back, and the part of it that already counts towards refunds by rule. */
  goodwill: Cents;
  counted: Cents;
  /** Refunds by rule that have begun and not arrived. */
  onTheWay: Cents;
  /** Payments that a bank has not decided about. */
  held: Cents;
  /** Refunds by hand that have not left us and count towards what rules give back. */
  byHand: Cents;
  /** Money beyond everything that was asked for, and the part of it that its renter leaves with us as credit. */
  over: Cents;
  kept: Cents;
  /** The part of the payments that can be given back at all. */
  left: Cents;
};

export type RuledRefund = {
  /** How much goodwill counts towards what is given back. */
  counted: Cents;
  /** What stays as the renter's credit. */
  credit: Cents;
  /** The sum to give back now, besides the refunds that are on their way. */
  refund: Cents;
};

/**
 * Returns what an order gives back by rule: what was paid beyond `asked`, the total that the order asks for, less
 * what was already given back. `counts` is true when the price has just changed or the order was cancelled: then
 * earlier goodwill counts as given back, later goodwill does not. Goodwill never counts against `over`.
 */
export function ruledRefund(
  { received, goodwill, counted: before, onTheWay, held, byHand, over, kept, left }: RefundPosition,
  asked: Cents,
  counts: boolean,
): RuledRefund {
  const beyond = received - asked - onTheWay;
  const counted = counts ? between(0, beyond - over, goodwill) : before;
  const credit = between(0, beyond, kept);
  const refund = between(0, beyond - counted - credit - held - byHand, left);
  return { counted, credit, refund };
}

/** The amount, limited by both bounds; the lower bound where they cross. */
const between = (lowest: Cents, amount: Cents, highest: Cents): Cents =>
  Math.max(lowest, Math.min(amount, highest));
