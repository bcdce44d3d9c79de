import { setTimeout as wait } from "node:timers/promises";

/**
 * Deadlock, serialization failure, lock time-out, and two writers who met at a unique or exclusion
 * constraint.
 */
const passing = new Set(["40P01", "40001", "55P03", "23505", "23P01"]);
const attempts = 4;

/**
 * Does the work again, up to three times with growing random pauses, when the database says that another
 * transaction got in its way.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error;
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Whether another transaction got in the way, so that a new attempt may help. */
export const isPassing = (error: unknown): boolean => passing.has(sqlState(error) ?? "");

/** PostgreSQL's five-character code, whether the driver's error came bare or wrapped by Drizzle. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined;
}
