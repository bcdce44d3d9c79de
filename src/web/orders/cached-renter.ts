import { forgetTexts, keepTexts, keptTexts } from "./checkout/visit-storage.ts";

/**
 * What somebody typed about themselves on the plan path, kept for the visit: until the tab closes or the
 * order is placed.
 */
export const renterFields = [
  "firstName",
  "lastName",
  "email",
  "mobile",
  "pickupLocation",
  "pickupTime",
] as const;
export type RenterField = (typeof renterFields)[number];
export type Renter = Record<RenterField, string>;
/** The choices of the information page are kept beside the words. */
export type KeptForm = Renter & { insurance: string; age: string; experience: string };

/** The fields from wherever they stand: an address, a form. */
export const readRenter = (text: (name: RenterField) => string): Renter => ({
  firstName: text("firstName"),
  lastName: text("lastName"),
  email: text("email"),
  mobile: text("mobile"),
  pickupLocation: text("pickupLocation"),
  pickupTime: text("pickupTime"),
});

const key = "longbay.renter";
const fields = [...renterFields, "insurance", "age", "experience"] as const;

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
