import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";

/** Why a document can't be had, for people. */
export const documentErrorWords = (error: unknown): string =>
  failureCode(error) === "letters_not_printable" ? m.documents_not_printable() : sessionErrorWords(error);
