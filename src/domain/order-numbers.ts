/** Digits and letters that nobody confuses over the telephone: no 0, O, 1, I, L, U. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** An order number such as "LB-7K3F-9QXA" from eight random bytes. Its 656 thousand million values make a clash rare; the database refuses it. */
export function orderNumber(random: Uint8Array): string {
  const letters = Array.from(random.slice(0, 8), (byte) => alphabet[byte % alphabet.length]).join("");
  return `LB-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
