import { foldText } from "#domain/fold-text.ts";

/**
 * Keys that stay the same however a person spells an email address or a telephone number. The database has the
 * same two functions, `mailbox_of` and `phone_key`, which a test compares with these.
 */

const gmail = new Set(["gmail.com", "googlemail.com"]);

/** The mailbox that an address leads to: small letters, no part after a "+", and at Gmail no dots. Emails go to the address as it was typed. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  if (at < 1) return address;
  const [local = "", domain = ""] = [address.slice(0, at), address.slice(at + 1)];
  const plus = local.indexOf("+");
  const name = plus > 0 ? local.slice(0, plus) : local;
  return gmail.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/** The digits of a telephone number, in any spelling. */
const digitsOf = (phone: string): string => foldText(phone).replaceAll(/[^0-9]/g, "");

/** The last ten digits of a telephone number, with or without its country; null for what is too short to be one. */
export function phoneKey(phone: string): string | null {
  const digits = digitsOf(phone);
  return digits.length < 7 ? null : digits.slice(-10);
}

/** The digits of a telephone number with its country's, as sign-in keeps them; ten digits are a number of the US. */
export function phoneDigits(phone: string): string {
  const digits = digitsOf(phone);
  return digits.length === 10 && !foldText(phone).trim().startsWith("+") ? `1${digits}` : digits;
}
