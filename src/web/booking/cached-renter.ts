import { longestEmail } from "#domain/text-lengths.ts";
import { driverFields, informationFields } from "#domain/fields/driver.ts";
import { namesOf, type Values } from "#web/ui/form/form-rules.ts";
import { visitDrafts } from "#web/session/drafts.ts";

/** The renter's details from the plan path, kept in this tab until it closes or the order is placed. */
export const renterFields = namesOf(driverFields);
export type RenterField = keyof typeof driverFields;
export type Renter = Values<typeof driverFields>;
/** The choices of the information page are kept together with the renter's details. */
export type KeptForm = Values<typeof informationFields>;

/** Reads the renter's fields from any source: an address, a form. */
export const readRenter = (text: (name: RenterField) => string): Renter =>
  Object.fromEntries(renterFields.map((name) => [name, text(name)])) as Renter;

const key = "longbay.renter";
const fields = namesOf(informationFields);

/** Storage can hold anything: only short texts of these fields are read. */
export function keptRenter(): Partial<KeptForm> {
  const kept = Object.entries((visitDrafts.read(key) as object | undefined) ?? {}).filter(
    ([name, value]) =>
      fields.some((known) => known === name) && typeof value === "string" && value.length <= longestEmail,
  );
  return Object.fromEntries(kept);
}
export const keepRenter = (values: Partial<KeptForm>): void =>
  visitDrafts.keep(key, { ...keptRenter(), ...values });
export const forgetRenter = (): void => visitDrafts.keep(key, undefined);

/** The name on the order. Names in Han characters are written family name first, without a space. */
export function fullName({ firstName, lastName }: Pick<Renter, "firstName" | "lastName">): string {
  const [first, last] = [firstName.trim(), lastName.trim()];
  const isHan = /^\p{Script=Han}+$/u.test(first) && /^\p{Script=Han}+$/u.test(last);
  return isHan ? `${last}${first}` : `${first} ${last}`.trim();
}

/**
 * Splits a whole name for the form. In Han characters, the first character is the family name. In other scripts,
 * the last word is.
 */
export function splitName(name: string): Pick<Renter, "firstName" | "lastName"> {
  const whole = name.trim();
  if (/^\p{Script=Han}+$/u.test(whole)) return { lastName: whole.slice(0, 1), firstName: whole.slice(1) };
  const end = whole.lastIndexOf(" ");
  return end < 0
    ? { firstName: whole, lastName: "" }
    : { firstName: whole.slice(0, end), lastName: whole.slice(end + 1) };
}
