import { foldText, unspokenSigns } from "#domain/fold-text.ts";
import { phoneKey } from "#domain/people/same-person.ts";
import { withoutEnding } from "#domain/plain-text.ts";

/** Makes "%" and "_" in a typed text stand for themselves in LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const mostWords = 8;

/**
 * The words that a text must have all of: folded like stored text, without punctuation at their ends. A telephone number
 * among them is one word of digits, and the words that only say that it is one are left out.
 */
export function searchWords(search: string): string[] {
  const folded = foldText(search).trim();
  const [before, phone, after] = splitAtPhone(folded);
  if (phone === undefined) return wordsOf(folded).slice(0, mostWords);
  const others = [...wordsOf(before), ...wordsOf(after)].filter((word) => !phoneLabels.has(word));
  return [phoneWord(phone), ...others].slice(0, mostWords);
}

const endings = '<>()[]":#';

const wordsOf = (text: string): string[] => {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const bare = words.map((word) => withoutEnding(word.replace(/^[<>()[\]":#]+/, ""), endings));
  // A text of signs alone is looked for as it stands.
  return bare.some(Boolean) ? bare.filter(Boolean) : words;
};

/** Folded words that stand beside a telephone number. */
const phoneLabels = new Set(
  "tel tel. telephone phone ph ph. cell cellphone mobile mob mob. home work office fax call text sms whatsapp wechat 电话 手机 联系电话 手机号 电话号码 座机 微信".split(
    " ",
  ),
);

/** The digits of a telephone number that its stored form has too, with the country's code or without. */
function phoneWord(phone: string): string {
  const digits = phone.replaceAll(/\D/g, "");
  if (digits.length > 10) return phoneKey(digits) ?? digits;
  // The 0 in front of a number of Taiwan or France is left out after the country's code.
  return digits.replace(/^1(?=\d{3})/, "").replace(/^0(?=\d{9}$)/, "");
}

/** What stands before the longest telephone number of a text, the number, and what stands after it and its extension. */
function splitAtPhone(text: string): [string, string | undefined, string] {
  const whole = text.replace(/^tel:\s*/, "");
  if (isPhone(whole)) return ["", whole, ""];
  const found = [...text.matchAll(signsAndDigits)].flatMap((run) => phoneIn(text, run) ?? []);
  const longest = found.toSorted((one, other) => other.phone.length - one.phone.length)[0];
  if (!longest) return [text, undefined, ""];
  const { start, phone } = longest;
  return [text.slice(0, start), phone, text.slice(start + phone.length).replace(extension, "")];
}

/** The telephone number in a run of digits and signs, and its place; undefined in a part of another word. */
function phoneIn(
  text: string,
  { 0: run, index }: RegExpExecArray,
): { start: number; phone: string } | undefined {
  const phone = withoutEnding(run, " \t()./·•_+-").replace(/^[^\d+(]+/, "");
  const lead = run.slice(0, run.indexOf(phone));
  const start = index + lead.length;
  const [before, after] = [text.slice(0, index), text.slice(start + phone.length)];
  const isPart =
    (!/\s/.test(lead) && wordEnd.test(before)) || (wordBegin.test(after) && !extension.test(after));
  return isPart || !isWholePhone(phone) ? undefined : { start, phone };
}

const signsAndDigits = /[\d\s()./·•_+-]+/g;

/** What joins digits to another word, such as an address. Chinese has no spaces. */
const wordEnd = /[@\p{sc=Latn}]$/u;
const wordBegin = /^[@\p{sc=Latn}]/u;

/** The extension of a telephone number, which many people leave out. */
const extension = /^[\s,;]?(?:x|ext\.?|extension|#|分机)[\s=:]?\s?\d{1,5}(?!\d)/;

/** Whether a text looks like "+1 (650) 555-0134": digits with signs between them, or 11 to 15 digits alone. */
const isPhone = (text: string): boolean =>
  (/\d/.test(text) &&
    /^[+(\d][\d\s()./·•_-]{4,}$/.test(text) &&
    /[\s()./·•_+-]/.test(text) &&
    !isIsoDate(text)) ||
  /^(?:0\d{9}|\d{11,15})$/.test(text);

const isIsoDate = (text: string): boolean => /^\d{4}([/.-])\d\d\1\d\d$/.test(text);

/** Whether a part of a text is a telephone number, which is no short number and no two numbers beside each other. */
function isWholePhone(text: string): boolean {
  const { length } = text.replaceAll(/\D/g, "");
  // Groups with spaces alone between them may be a year and a zip code.
  const least = /[^\d\s]/.test(text) ? 7 : 10;
  return length >= least && length <= 15 && !isIsoDate(text);
}

/** The text of a word for LIKE: what is written in different ways stands for anything. */
const likeText = (word: string): string => {
  const text = escapeLike(word);
  return text.replace(unspokenSigns, "") === "" ? text : text.replace(unspokenSigns, "%");
};

const shortName = /^[\p{sc=Han}\p{sc=Hang}]{2,4}$/u;

/** The ways in which one folded word may be stored: a short name in Han or Hangul has a space after any letter, or none. */
function spellings(word: string): string[] {
  const letters = shortName.test(word) ? Array.from(word) : [];
  const spaced = letters
    .slice(1)
    .map((_, at) => `${letters.slice(0, at + 1).join("")} ${letters.slice(at + 1).join("")}`);
  return [word, ...spaced];
}

/** The patterns of LIKE for one folded word in a `search_text`: any of them finds it. */
export const searchPatterns = (word: string): string[] => spellings(word).map(searchPattern);

/** The same for a folded text that is not spelled out. */
export const plainPatterns = (word: string): string[] => spellings(word).map((one) => `%${likeText(one)}%`);

/**
 * The pattern of LIKE for one folded word in a `search_text`. That column writes each letter beyond ASCII as a
 * word of its own (`spelled_out`), so that one or two such letters are found anywhere; the index of trigrams
 * serves them in every locale of a database. One or two letters of ASCII are found where a word begins.
 */
export function searchPattern(word: string): string {
  const spelled = Array.from(likeText(word), (letter) =>
    letter > "\u007f" ? ` u${letter.codePointAt(0)?.toString(16)} ` : letter,
  ).join("");
  return word.length < 3 && !spelled.startsWith(" ") ? `% ${spelled}%` : `%${spelled}%`;
}
