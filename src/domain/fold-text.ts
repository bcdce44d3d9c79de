import { foldedHan, foldedLetters } from "./folded-letters.ts";

/** Accents, and vowel marks of Arabic and Hebrew: many leave them out. Those of India and Thailand are letters. */
const marks = /[\u0300-\u036f\u064b-\u0655\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;

/** Apostrophes in all forms that keyboards write, and invisible characters. */
export const foldedAway =
  "'`\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\uff07\u05f3\u0640\u00ad\u200b\u200c\u200d\u200e\u200f" +
  "\u061c\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff";

/** Dots between the parts of a foreign name, and characters that choose a letter's shape: some write them, some don't. */
export const unspokenSigns = /[·•‧・\p{Variation_Selector}]/gu;

const letters: ReadonlyMap<string, string> = new Map([
  ...pairsOf(foldedLetters),
  ...pairsOf(foldedHan),
  ...Array.from(foldedAway, (letter) => [letter, ""] as const),
]);
const several: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
]);

function pairsOf({ from, to }: { from: string; to: string }): (readonly [string, string])[] {
  const into = [...to];
  return Array.from(from, (letter, at) => [letter, into[at] ?? ""] as const);
}

/**
 * A text as searches compare it, both stored texts and queries: small letters without accents, strokes,
 * apostrophes and widths, Chinese in simplified characters. The database's `folded` does the same.
 */
export function foldText(text: string): string {
  // A spacing accent would leave a space.
  const bare = text.replaceAll("\u00b4", "").normalize("NFKD").replaceAll(marks, "").normalize("NFC");
  return Array.from(bare, (letter) => {
    const folded = letters.get(letter) ?? letter;
    return several.get(folded) ?? folded;
  })
    .join("")
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
