import type { Cents } from "#domain/money.ts";

/** An order's refunds by rule that haven't left us: the approved sum, and the sum that waits for a decision. */
export type OpenRefunds = { approved: Cents; waiting: Cents };

/**
 * Splits a newly counted refund by rule into an approved and a waiting part. Both stay as they are while they are
 * still due; only an increase is approved at once or waits, depending on whether its cause needs a decision. If
 * less is due than both, the waiting part falls first; with `keepsWaiting` the approved part does, because nobody
 * has looked at the waiting part.
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
