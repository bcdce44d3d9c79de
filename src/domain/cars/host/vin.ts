// The vehicle identification number of the United States: 49 CFR 565.15 (letters, figures and the check digit of its
// table III to V, also ISO 3779 and ISO 3780). The letters I, O and Q are never used.
import { plainCode } from "#domain/plain-text.ts";

const shape = /^[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{8}$/;
const letterValues: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
};
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const checkPlace = 8;

/** A VIN as it is kept: capitals, without the spaces, hyphens and invisible characters that people copy along. */
export const plainVin = (typed: string): string => plainCode(typed).toUpperCase();

export type VinError = "vin_length" | "vin_letters" | "vin_check_digit";

/** What is wrong with a VIN as it is kept; undefined where nothing is. */
export function vinError(vin: string): VinError | undefined {
  if (vin.length !== weights.length) return "vin_length";
  if (!shape.test(vin)) return /^[A-HJ-NPR-Z0-9]*$/.test(vin) ? "vin_check_digit" : "vin_letters";
  return vin[checkPlace] === checkDigit(vin) ? undefined : "vin_check_digit";
}

/** The ninth character, computed from the other sixteen. */
export function checkDigit(vin: string): string {
  const sum = weights.reduce((total, weight, place) => {
    const character = vin[place] ?? "0";
    return total + weight * (letterValues[character] ?? Number(character));
  }, 0);
  const rest = sum % 11;
  return rest === 10 ? "X" : String(rest);
}
