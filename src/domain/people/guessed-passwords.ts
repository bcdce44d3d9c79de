import { brand } from "#domain/brand.ts";
import { normalPassword } from "./credentials.ts";

/** Why people would guess a password early on this site, besides the lists that anybody has. */
export type PasswordGuess = "brand" | "pattern";

/** This many characters besides the name are a password of their own. */
const enoughBesideName = 8;
/** This many characters besides rows of keys and repeats are a password of their own. */
const enoughBesidePattern = 4;
/** The longest unit whose repetition is a pattern; a longer one is a password by itself. */
const longestUnit = 7;
/** This many neighbours on a keyboard, or in the alphabet, make a row. */
const shortestRow = 3;

/** Digits and signs that people put in place of letters. */
const substitutes: Record<string, string> = {
  a: "a4@",
  b: "b8",
  c: "c(",
  e: "e3",
  g: "g69q",
  h: "h#",
  i: "i1!|",
  l: "l1!|i",
  o: "o0",
  s: "s5$",
  t: "t7+",
};

const keyRows = [
  // Rows of keys on English, German and French keyboards, with and without the shift key.
  "1234567890-=",
  "01234567890",
  "!@#$%^&*()_+",
  "qwertyuiop[]",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  // Columns of keys, from either side.
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "qazwsxedcrfvtgbyhnujmik,ol.p;/",
  "zaq12wsxcde34rfvbgt56yhnmju7",
  // Two rows of keys together.
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "qawsedrftgyhujikolp",
  "abcdefghijklmnopqrstuvwxyz",
];

const reversed = (text: string): string => [...text].toReversed().join("");
const rows = [...keyRows, ...keyRows.map(reversed)];

const names = [...Object.values(brand.name), ...brand.alsoCalled].flatMap((name) => {
  const letters = [...name.toLowerCase()];
  return [letters, letters.toReversed()];
});

/** The characters that may be between the letters of a name. */
const between = new Set([" ", ".", "_", "-"]);

/** The place after a name that begins here, with digits for letters or something between them. */
function endOfName(
  characters: readonly string[],
  start: number,
  name: readonly string[],
): number | undefined {
  let at = start;
  for (const [place, letter] of name.entries()) {
    if (place > 0 && between.has(characters[at] ?? "")) at++;
    if (!(substitutes[letter] ?? letter).includes(characters[at] ?? " ")) return undefined;
    at++;
  }
  return at;
}

function withoutNames(text: string): string {
  const characters = [...text];
  const rest: string[] = [];
  for (let at = 0; at < characters.length;) {
    const ends = names.map((name) => endOfName(characters, at, name) ?? at);
    const end = Math.max(...ends);
    if (end === at) rest.push(characters[at] ?? "");
    at = Math.max(end, at + 1);
  }
  return rest.join("");
}

/**
 * Whether a password is the name of the product with little else, the same over and over, or a row of keys.
 * `isCommon` judges what is left besides the name.
 */
export function guessedPassword(
  password: string,
  isCommon: (rest: string) => boolean,
): PasswordGuess | undefined {
  const typed = withoutMarks(normalPassword(password).toLowerCase());
  const rest = withoutNames(typed);
  if (rest !== typed && (lengthOf(rest) < enoughBesideName || isCommon(rest) || isPattern(rest)))
    return "brand";
  return isPattern(typed) ? "pattern" : undefined;
}

/** An accent on a letter doesn't make a different word. */
const withoutMarks = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");

const lengthOf = (text: string): number => [...text].length;

function isPattern(text: string): boolean {
  const characters = [...text];
  const single = characters.filter((character, at) => character !== characters[at - 1]);
  return (
    new Set(characters).size <= 2 ||
    isRepeated(characters) ||
    single.length < enoughBesidePattern ||
    restBesideRows(characters) < enoughBesidePattern ||
    restBesideRows(single) < enoughBesidePattern
  );
}

/** A short unit over and over, the last time maybe cut off. */
function isRepeated(characters: readonly string[]): boolean {
  const longest = Math.min(longestUnit, Math.floor(characters.length / 2));
  for (let unit = 1; unit <= longest; unit++)
    if (characters.every((character, at) => at < unit || character === characters[at - unit])) return true;
  return false;
}

/** The number of characters that are in no row of keys. */
function restBesideRows(characters: readonly string[]): number {
  let rest = 0;
  for (let at = 0; at < characters.length;) {
    const row = rowAt(characters, at);
    if (row < shortestRow) rest++;
    at += row < shortestRow ? 1 : row;
  }
  return rest;
}

/** The length of the longest row that begins at a place. */
function rowAt(characters: readonly string[], start: number): number {
  let length = 1;
  while (start + length < characters.length) {
    const row = characters.slice(start, start + length + 1).join("");
    if (!rows.some((keys) => keys.includes(row))) break;
    length++;
  }
  return length;
}
