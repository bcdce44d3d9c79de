import { foldText } from "#domain/fold-text.ts";

/** A name as it is compared: case, spaces, width, accents and the form of an apostrophe make no difference. */
const plainName = (name: string): string =>
  foldText(name.normalize("NFKC").toLowerCase()).split(/\s+/).filter(Boolean).join(" ");

/** Whether two names are the same, such as the name that signs an agreement and the name of its renter. */
export const isSameName = (typed: string, name: string): boolean => plainName(typed) === plainName(name);
