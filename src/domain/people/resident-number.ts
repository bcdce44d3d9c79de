import { isDate } from "#domain/dates.ts";

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = "10X98765432";

/**
 * Whether a text is a resident number of the People's Republic of China (GB 11643: region, birth date, serial,
 * check digit of ISO 7064), which is the number of every driver licence there.
 */
export function isResidentNumber(text: string): boolean {
  if (!/^\d{17}[\dX]$/i.test(text)) return false;
  const sum = weights.reduce((total, weight, place) => total + weight * Number(text[place]), 0);
  const born = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`;
  return isDate(born) && checkDigits[sum % 11] === text.at(-1)?.toUpperCase();
}
