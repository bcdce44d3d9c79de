import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

const words = new Map<string, () => string>([
  ["too_many_requests", m.conversations_too_many],
  ["conversation_blocked", m.conversations_blocked],
  ["conversation_not_found", m.conversations_gone],
  ["card_number_refused", m.conversations_card],
  ["conversation_over", m.conversations_over],
  ["renter_without_account", m.conversations_renter_without_account],
  ["report_not_possible", m.conversations_report_not_possible],
  ["message_denied", m.inbox_denied_text],
  ["block_not_possible", m.conversations_no_block],
]);

/** The reason why an action failed, in words. */
export const whyNot = (error: unknown): string =>
  words.get(failureCode(error))?.() ?? sessionErrorWords(error);
