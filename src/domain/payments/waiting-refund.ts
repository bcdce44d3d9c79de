import type { Cents } from "#domain/money.ts";

/** What rules give back of an order and hasn't left us: what is decided, and what waits for whoever manages payments. */
export type OpenRefunds = { approved: Cents; waiting: Cents };

/**
 * Splits what rules give back, once it has been counted anew, into what is decided and what waits. Both stay as they
 * are while they are still due; only what is more than before is decided at once or waits, by whether its cause needs
 * a decision. Where less is due than both, what waits is less first; with `keepsWaiting` what is decided
 * is, for nobody has looked at what waits.
 */
export function splitRefund(
  refund: Cents,
  open: OpenRefunds,
  { isDecided, keepsWaiting = false }: { isDecided: boolean; keepsWaiting?: boolean | undefined },
): OpenRefunds {
  if (keepsWaiting && refund < open.approved + open.waiting) {
    const waits = Math.min(refund, open.waiting);
    return { approved: refund - waits, waiting: waits };
  }
  const approved = Math.min(refund, open.approved);
  const waiting = Math.min(refund - approved, open.waiting);
  const more = refund - approved - waiting;
  return isDecided ? { approved: approved + more, waiting } : { approved, waiting: waiting + more };
}
