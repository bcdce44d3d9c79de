import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

const words = new Map<string, () => string>([
  ["change_answered", m.changes_answered],
  ["change_not_possible", m.changes_not_now],
  ["stale", m.changes_not_now],
  ["car_unavailable", m.changes_not_now],
  ["car_taken", m.changes_not_now],
]);

/** Why a request can't be withdrawn, or an offered car can't be taken or declined. */
export const answerRefusedWords = (error: unknown): string =>
  words.get(failureCode(error))?.() ?? sessionErrorWords(error);
