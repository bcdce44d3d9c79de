import { foldText, unspokenSigns } from "#domain/fold-text.ts";

/** Names in these scripts are written with a space or without. */
const spacesInName =
  /(?<=[\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}]) (?=[\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}])/gu;

/** A name as it is compared: case, spaces, width, accents, dots and the form of an apostrophe make no difference. */
const plainName = (name: string): string =>
  foldText(name.normalize("NFKC").toLowerCase())
    .replace(unspokenSigns, "")
    .split(/\s+/)
    .filter(Boolean)
    .join(" ")
    .replace(spacesInName, "");

/** Whether two names are the same, such as the name that signs an agreement and the name of its renter. */
export const isSameName = (typed: string, name: string): boolean => plainName(typed) === plainName(name);
