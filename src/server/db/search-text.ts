import { foldText } from "#domain/fold-text.ts";
import { phoneKey } from "#domain/people/same-person.ts";

/** "%" and "_" in what a person typed are themselves to LIKE. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const mostWords = 8;

/** The words that a search must find each of: folded as what is stored, a telephone number as one of digits. */
export function searchWords(search: string): string[] {
  const folded = foldText(search).trim();
  const phone = folded.replace(/^tel:\s*/, "").replace(extension, "");
  if (isPhone(phone)) {
    const digits = phone.replaceAll(/\D/g, "");
    // With its country or without: either is a part of what is stored.
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
 * What LIKE looks for of one folded word in a `search_text`. That writes each letter beyond ASCII as a word of its own
 * (`spelled_out`), so that one or two of them are found anywhere, which the index of trigrams serves in whatever
 * locale the database was made with. One or two letters of ASCII are found where a word begins.
 */
export function searchPattern(word: string): string {
  const spelled = Array.from(word, (letter) =>
    letter > "\u007f" ? ` u${letter.codePointAt(0)?.toString(16)} ` : literally(letter),
  ).join("");
  return word.length < 3 && !spelled.startsWith(" ") ? `% ${spelled}%` : `%${spelled}%`;
}
