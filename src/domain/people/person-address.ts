/**
 * The address by which a person is known, however they spell it: in small letters, without what follows a plus sign,
 * and without dots at Gmail. Emails go to the address as it was typed. `person_address` of the database says the same.
 */
export function personAddress(email: string): string {
  if (email === "") return "";
  const [name = "", place = ""] = email.toLowerCase().split("@");
  // A name that begins with a plus sign keeps it.
  const plus = name.indexOf("+", 1);
  const known = plus < 0 ? name : name.slice(0, plus);
  return place === "gmail.com" || place === "googlemail.com"
    ? `${known.replaceAll(".", "")}@gmail.com`
    : `${known}@${place}`;
}

/** The digits of a telephone number with its country's, as sign-in keeps them; ten digits are a number of the US. */
export function phoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return digits.length === 10 && !phone.trim().startsWith("+") ? `1${digits}` : digits;
}
