import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

const words = new Map([
  ["adjustment_not_possible", m.adjust_error_not_possible],
  ["adjustment_above_most", m.adjust_error_above_most],
  ["adjustment_decided", m.adjust_error_decided],
  ["order_not_found", m.adjust_error_order],
  ["refund_needs_another", m.adjust_error_another],
]);

/** Why a change of a host's balance was refused. */
export const adjustmentErrorWords = (error: unknown): string =>
  words.get(failureCode(error))?.() ?? sessionErrorWords(error);
