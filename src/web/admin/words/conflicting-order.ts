import { sessionErrorWords } from "#web/session/failure-words.ts";

/** The number of the order that a refusal names; undefined where it names none. */
export const conflictingOrderOf = (error: unknown): string | undefined =>
  /LB-[\w-]+/.exec(sessionErrorWords(error))?.[0];
