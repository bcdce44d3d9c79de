import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

/** The reason why a document isn't available, in words. */
export const documentErrorWords = (error: unknown): string =>
  failureCode(error) === "letters_not_printable" ? m.documents_not_printable() : sessionErrorWords(error);
