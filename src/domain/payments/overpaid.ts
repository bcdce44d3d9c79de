import type { Cents } from "#domain/money.ts";

/** What is known of an order's money when a rule gives some of it back. */
export type RefundPosition = {
  /** What has come in and stays, before any goodwill is counted against it. */
  received: Cents;
  /** What has been given back as goodwill in all, and how much of it counts already towards what rules give back. */
  goodwill: Cents;
  counted: Cents;
  /** Refunds by rule that have begun and not arrived. */
  onTheWay: Cents;
  /** What a bank has not decided about. */
  held: Cents;
  /** Refunds by hand that have not left us and count towards what rules give back. */
  byHand: Cents;
  /** What came beyond everything that was asked for, and how much of it its renter leaves with us as credit. */
  over: Cents;
  kept: Cents;
  /** What of the payments can be given back at all. */
  left: Cents;
};

export type RuledRefund = {
  /** How much goodwill counts towards what is given back. */
  counted: Cents;
  /** What stays as the renter's credit. */
  credit: Cents;
  /** What is to be given back now, beside what is on its way. */
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

/** The amount, or the bound that it is beyond; the lower bound where they cross. */
const between = (lowest: Cents, amount: Cents, highest: Cents): Cents =>
  Math.max(lowest, Math.min(amount, highest));
