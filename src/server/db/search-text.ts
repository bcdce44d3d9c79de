import { foldText } from "#domain/fold-text.ts";
import { phoneKey } from "#domain/people/same-person.ts";

/** Makes "%" and "_" in a typed text stand for themselves in LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const mostWords = 8;

/** The words that a text must have all of: folded like stored text; a telephone number is one word of digits. */
export function searchWords(search: string): string[] {
  const folded = foldText(search).trim();
  const phone = folded.replace(/^tel:\s*/, "").replace(extension, "");
  if (isPhone(phone)) {
    const digits = phone.replaceAll(/\D/g, "");
    // With the country code or without: either is a part of the stored number.
    return [digits.length > 10 ? (phoneKey(digits) ?? digits) : digits.replace(/^1(?=\d{3})/, "")];
  }
  return folded.split(/\s+/).filter(Boolean).slice(0, mostWords);
}

/** The extension of a telephone number, which many people leave out. */
const extension = /\s?(?:x|ext\.?|#|分机)\s?\d{1,5}$/;

/** Whether a text looks like "+1 (650) 555-0134": digits with signs between them, or 11 to 15 digits alone. */
const isPhone = (text: string): boolean =>
  (/^[+(\d][\d\s()./·•_-]{4,}$/.test(text) &&
    /[\s()./·•_+-]/.test(text) &&
    !/^\d{4}([/.-])\d\d\1\d\d$/.test(text)) ||
  /^\d{11,15}$/.test(text);

/**
 * The pattern of LIKE for one folded word in a `search_text`. That column writes each letter beyond ASCII as a
 * word of its own (`spelled_out`), so that one or two such letters are found anywhere; the index of trigrams
 * serves them in every locale of a database. One or two letters of ASCII are found where a word begins.
 */
export function searchPattern(word: string): string {
  const spelled = Array.from(word, (letter) =>
    letter > "\u007f" ? ` u${letter.codePointAt(0)?.toString(16)} ` : escapeLike(letter),
  ).join("");
  return word.length < 3 && !spelled.startsWith(" ") ? `% ${spelled}%` : `%${spelled}%`;
}
