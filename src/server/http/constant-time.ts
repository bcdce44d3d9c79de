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
