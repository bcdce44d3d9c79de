/** Digits and letters that nobody confuses over the telephone: no 0, O, 1, I, L, U. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** An order number such as "LB-7K3F-9QXA" from eight random bytes. Its 656 thousand million values make a clash rare; the database refuses it. */
export function orderNumber(random: Uint8Array): string {
  const letters = spelled(random.slice(0, 8));
  return `LB-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Random bytes as letters of that alphabet, not quite five bits each. */
export const spelled = (random: Uint8Array): string => Array.from(random, (byte) => alphabet[byte % alphabet.length]).join("");

/** How many random bytes a promo code takes. */
export const promoCodeBytes = 14;

/** A promo code such as "BAY-7K3F9QX-A2M4XYZ": 14 of 29 letters, more than 66 bits that nobody guesses. */
export function promoCode(random: Uint8Array): string {
  const letters = spelled(random.slice(0, promoCodeBytes));
  return `BAY-${letters.slice(0, 7)}-${letters.slice(7)}`;
}
