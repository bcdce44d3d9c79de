import { foldText } from "#domain/fold-text.ts";

/**
 * A name as it is compared: neither case, spaces, width, accents nor the way in which a keyboard writes an apostrophe tell
 * people apart.
 */
const plainName = (name: string): string =>
  foldText(name.normalize("NFKC").toLowerCase()).split(/\s+/).filter(Boolean).join(" ");

/** Whether two names are one, such as the one that an agreement is signed with and its renter's. */
export const isSameName = (typed: string, name: string): boolean => plainName(typed) === plainName(name);
