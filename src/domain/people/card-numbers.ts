/** Payment-card prefixes (ISO/IEC 7812 ranges as the schemes publish them) and the lengths they come in. */
export const cardBrands = [
  { brand: "visa", prefix: /^4/, lengths: [13, 16, 19] },
  { brand: "mastercard", prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { brand: "amex", prefix: /^3[47]/, lengths: [15] },
  { brand: "discover", prefix: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { brand: "diners", prefix: /^(30[0-5]|3095|36|38|39)/, lengths: [14, 15, 16, 17, 18, 19] },
  { brand: "jcb", prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { brand: "unionpay", prefix: /^(62|81)/, lengths: [16, 17, 18, 19] },
] as const;
export type CardBrand = (typeof cardBrands)[number]["brand"];
export const cardBrandNames = cardBrands.map((entry) => entry.brand) as [CardBrand, ...CardBrand[]];

/** The scheme of a complete card number (digits only) whose prefix, length and check digit agree. */
export function cardBrandOf(digits: string): CardBrand | undefined {
  if (!/^\d{13,19}$/.test(digits) || !hasLuhnCheckDigit(digits)) return undefined;
  return cardBrands.find(
    ({ prefix, lengths }) => prefix.test(digits) && (lengths as readonly number[]).includes(digits.length),
  )?.brand;
}

/** Luhn's mod 10 check (ISO/IEC 7812-1, annex B). */
export function hasLuhnCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const doubled = place % 2 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * The signs that people put between groups of digits: spaces, dots, hyphens and dashes of any alphabet, doubled or
 * not.
 */
const between =
  /(?<=\d)[\s.\u00b7\u2022\u30fb\uff0e\uff65_\uff3f\p{Pd}\u2212\u00ad\u200b-\u200f\u2060\ufeff]{1,4}(?=\d)/gu;

/**
 * The forms of a card number in a text: 13 to 19 digits with single spaces anywhere between them, all digits in
 * one, or grouped as on the card. All but the first form are found beside other digits too, such as an expiry
 * date; each match may begin within another, hence the lookahead. No digit touches a match.
 */
const shapes = [
  /(?<!\d)(\d(?: ?\d){12,18})(?! ?\d)/g,
  /(?<!\d)(?=(\d{13,19})(?!\d))/g,
  /(?<!\d)(?=(\d{4}(?: \d{4}){3})(?!\d))/g,
  /(?<!\d)(?=(\d{4} \d{6} \d{4,5})(?!\d))/g,
  // Commas, colons, brackets and the like also occur in dates and amounts: they count between a card's own groups
  // alone.
  /(?<!\d)(?=(\d{4}(?:[\p{P}\p{S} ]{1,4}\d{4}){3})(?!\d))/gu,
  /(?<!\d)(?=(\d{4}[\p{P}\p{S} ]{1,4}\d{6}[\p{P}\p{S} ]{1,4}\d{4,5})(?!\d))/gu,
];

/**
 * True when a text holds what looks like a complete card number, alone or among other words, with any spacing and in
 * any digits.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < 13) return false;
  const plain = asciiDigits(text).replace(between, " ");
  return shapes.some((shape) =>
    [...plain.matchAll(shape)].some(
      ([, digits = ""]) => cardBrandOf(digits.replaceAll(/\D/g, "")) !== undefined,
    ),
  );
}

/**
 * A file name or a path without card numbers: every digit of a part that holds one is struck out, or every digit
 * of the whole path if a number goes across parts.
 */
export function withoutCardNumbers(path: string): string {
  const struck = path.split("/").map((part) => (holdsCardNumber(part) ? strikeOut(part) : part));
  const whole = struck.join("/");
  return holdsCardNumber(whole) ? strikeOut(whole) : whole;
}

const strikeOut = (text: string): string => text.replace(/\p{Nd}/gu, "x");

/**
 * The most digits of a telephone number: after "+" (E.164), after "00", and without either. The shortest card
 * that is still issued has one more than the last.
 */
const longestPhones = { "+": 15, "00": 17, "": 13 } as const;

/** Whether a telephone field holds a card number; a real telephone number may have any check digit. */
export function isCardNotPhone(text: string): boolean {
  const plain = asciiDigits(text).trim();
  const prefix = plain.startsWith("+") ? "+" : plain.startsWith("00") ? "00" : "";
  return plain.replace(/\D/g, "").length > longestPhones[prefix] && holdsCardNumber(text);
}

const otherDigit = /[^\P{Nd}0-9]/gu;

/** Full-width and other digits as 0 to 9. */
const asciiDigits = (text: string): string => text.replace(otherDigit, (digit) => String(valueOf(digit)));

/**
 * Digits of one kind are together in Unicode, zero first: the value is how many of them come before. Styles of one
 * kind follow each other, ten by ten.
 */
function valueOf(digit: string): number {
  const plain = digit.normalize("NFKC");
  if (/^\d$/.test(plain)) return Number(plain);
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (before < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return before;
}
