import { refuse } from "#domain/csv/cells.ts";
import { type Cents, parseMoney } from "#domain/money.ts";
import { highestPrice, isPlate, isStateCode, isZipCode } from "#domain/cars/car-rules.ts";

export function price(text: string): Cents {
  const cents = parseMoney(text);
  return cents !== undefined && cents > 0 && cents <= highestPrice
    ? cents
    : refuse("not_a_price", "must be US dollars, such as 749.00, above 0 and at most 100000");
}

export const stateCode = (text: string): string =>
  isStateCode(text) ? text.toUpperCase() : refuse("not_a_state", "must be two letters, such as CA");
export const zipCode = (text: string): string =>
  isZipCode(text) ? text : refuse("not_a_zip", "must be five digits");
export const plate = (text: string): string =>
  isPlate(text) ? text.toUpperCase() : refuse("not_a_plate", "must be 2 to 10 letters and digits");

/** A picture of our own by its name or path, or a secure address elsewhere. */
export function imageAddress(text: string): string {
  const isOurs = /^(\/api\/images\/cars\/)?[a-z0-9][a-z0-9.-]{0,120}\.(webp|jpe?g|png|avif)$/i.test(text);
  const isElsewhere = /^https:\/\/[a-z0-9.-]+\/[^\s"'<>\\]{1,500}$/i.test(text);
  return isOurs || isElsewhere
    ? text
    : refuse("not_a_picture", "must be a photo's file name or an https address");
}
