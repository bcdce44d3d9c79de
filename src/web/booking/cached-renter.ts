import { driverFields, informationFields } from "#domain/fields/driver.ts";
import { namesOf, type Values } from "#web/ui/form/form-rules.ts";
import { forgetTexts, keepTexts, keptTexts } from "./checkout/visit-storage.ts";

/**
 * What somebody typed about themselves on the plan path, kept for the visit: until the tab closes or the
 * order is placed.
 */
export const renterFields = namesOf(driverFields);
export type RenterField = keyof typeof driverFields;
export type Renter = Values<typeof driverFields>;
/** The choices of the information page are kept beside the words. */
export type KeptForm = Values<typeof informationFields>;

/** The fields from wherever they stand: an address, a form. */
export const readRenter = (text: (name: RenterField) => string): Renter =>
  Object.fromEntries(renterFields.map((name) => [name, text(name)])) as Renter;

const key = "longbay.renter";
const fields = namesOf(informationFields);

export const keptRenter = (): Partial<KeptForm> => keptTexts(key, fields);
export const keepRenter = (values: Partial<KeptForm>): void => keepTexts(key, { ...keptRenter(), ...values });
export const forgetRenter = (): void => forgetTexts(key);

/** The name on the order. Names in Han characters are written family name first, without a space. */
export function fullName({ firstName, lastName }: Pick<Renter, "firstName" | "lastName">): string {
  const [first, last] = [firstName.trim(), lastName.trim()];
  const isHan = /^\p{Script=Han}+$/u.test(first) && /^\p{Script=Han}+$/u.test(last);
  return isHan ? `${last}${first}` : `${first} ${last}`.trim();
}

/**
 * A whole name as the form has it: family name first and one character long where it is written in Han
 * characters, last elsewhere.
 */
export function splitName(name: string): Pick<Renter, "firstName" | "lastName"> {
  const whole = name.trim();
  if (/^\p{Script=Han}+$/u.test(whole)) return { lastName: whole.slice(0, 1), firstName: whole.slice(1) };
  const end = whole.lastIndexOf(" ");
  return end < 0
    ? { firstName: whole, lastName: "" }
    : { firstName: whole.slice(0, end), lastName: whole.slice(end + 1) };
}
