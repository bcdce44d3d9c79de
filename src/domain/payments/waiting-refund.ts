import type { Cents } from "#domain/money.ts";

/** What rules give back of an order and hasn't left us: what is decided, and what waits for whoever manages payments. */
export type OpenRefunds = { approved: Cents; waiting: Cents };

/**
 * What rules give back once it has been counted anew. What was decided stays decided and what waits keeps waiting, as
 * far as either is still due; only what is more than before goes by whether its cause needs nobody's decision.
 */
export function splitRefund(refund: Cents, open: OpenRefunds, isDecided: boolean): OpenRefunds {
  const approved = Math.min(refund, open.approved);
  const waiting = Math.min(refund - approved, open.waiting);
  const more = refund - approved - waiting;
  return isDecided ? { approved: approved + more, waiting } : { approved, waiting: waiting + more };
}
