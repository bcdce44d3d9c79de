import { plainCode, plainLine } from "#domain/plain-text.ts";

/** Digits and letters that nobody confuses over the telephone: no 0, O, 1, I, L, U. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * An order number such as "LB-7K3F-9QXA" from eight random bytes. Its 656 thousand million values make a
 * clash rare; the database refuses it.
 */
export function orderNumber(random: Uint8Array): string {
  const letters = spelled(random.slice(0, 8));
  return `LB-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/**
 * The order number in what somebody typed or pasted: in small letters, full-width ones, with spaces, other
 * dashes or none, without "LB", or with words before it. Undefined where there is none. Takes at most 100
 * characters: nobody writes a number longer.
 */
export function readOrderNumber(typed: string): string | undefined {
  if (typed.length > 100) return undefined;
  const letters = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
  const eight = /LB([0-9A-Z]{8})/.exec(letters)?.[1] ?? /^[0-9A-Z]{8}$/.exec(letters)?.[0];
  return eight && `LB-${eight.slice(0, 4)}-${eight.slice(4)}`;
}

const numberSoFar = /^LB([-\u2010-\u2015\u2212]?)([0-9A-Z]{0,4})[-\u2010-\u2015\u2212]?([0-9A-Z]{0,4})$/;

/**
 * The beginning of an order number that a word may mean: "LB-7K", "lb-7k3f9". Only there a dash follows "LB"
 * (`isOnly`); without it all eight letters must be there, and the word may be a name: "LBrunswick".
 */
export function beginningOfOrderNumber(word: string): { prefix: string; isOnly: boolean } | undefined {
  if (word.length > 20) return undefined;
  const [, dash, first = "", second = ""] = numberSoFar.exec(word.normalize("NFKC").toUpperCase()) ?? [];
  if (dash === undefined) return undefined;
  const letters = first + second;
  if (!dash && letters.length < 8) return undefined;
  return {
    prefix: `LB-${letters.slice(0, 4)}${letters.length > 4 ? `-${letters.slice(4)}` : ""}`,
    isOnly: dash !== "",
  };
}

/** Random bytes as letters of that alphabet, not quite five bits each. */
export const spelled = (random: Uint8Array): string =>
  Array.from(random, (byte) => alphabet[byte % alphabet.length]).join("");

/** How many random bytes a promo code takes. */
export const promoCodeBytes = 14;

/** A promo code as it is written, from what somebody typed: in small or full-width letters, with other dashes or none. */
export function readPromoCode(typed: string): string {
  const [, first, second] = /^BAY([0-9A-Z]{7})([0-9A-Z]{7})$/.exec(plainCode(typed).toUpperCase()) ?? [];
  return first === undefined ? plainLine(typed).toUpperCase() : `BAY-${first}-${second}`;
}

/** A promo code such as "BAY-7K3F9QX-A2M4XYZ": 14 of 30 characters, more than 66 bits that nobody guesses. */
export function promoCode(random: Uint8Array): string {
  const letters = spelled(random.slice(0, promoCodeBytes));
  return `BAY-${letters.slice(0, 7)}-${letters.slice(7)}`;
}
