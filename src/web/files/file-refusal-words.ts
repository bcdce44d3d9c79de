import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

const words = new Map<string, () => string>([
  ["too_many_requests", m.conversations_too_many],
  ["files_spent", m.conversations_files_spent],
  ["files_full", m.conversations_files_full],
  ["file_refused", m.conversations_file_refused],
  ["too_large", m.conversations_file_large],
  ["unsupported_media_type", m.conversations_file_refused],
]);

/** The reason why a file was not accepted, in words. */
export const fileRefusalWords = (error: unknown): string =>
  words.get(failureCode(error))?.() ?? sessionErrorWords(error);
