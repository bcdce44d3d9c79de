import { timingSafeEqual } from "node:crypto";

/** Milliseconds. */
const evenly = 300;

/** Resolves that long after `began`, a `performance.now()`. */
export const constantTime = (began: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, began + evenly - performance.now())));

/**
 * Answers after a fixed time at the soonest, so that nobody learns from it whether an address or a number is
 * known.
 */
export async function answerInConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), constantTime(performance.now())]);
  if (done.status === "rejected") throw done.reason;
  return done.value;
}

/** Compares a given text with a secret, in a time that doesn't show how much of it was right. */
export function isSameText(secret: string, given: string): boolean {
  const [ours, theirs] = [Buffer.from(secret), Buffer.from(given)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
