/** The least characters of a password, and the most bytes in UTF-8. Longer ones are refused, never cut. */
export const shortestPassword = 6;
export const longestPasswordBytes = 72;

export const shortestUsername = 3;
export const longestUsername = 30;

/** How long an emailed link works, and a code to type. */
export const linkHours = 24;
export const codeMinutes = 10;

export type PasswordError = "too_short" | "too_long";

/** Control characters, and characters without width: marks of direction and order, soft hyphens, selectors. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/**
 * UTF-16 units beyond which a text is too long in any form: sorting a quarter of a million combining marks would
 * take seconds.
 */
const longestTyped = 1000;

/**
 * A password as it is hashed: in Unicode's NFKC and without invisible characters. Keyboards spell one letter in
 * different ways, and people can't see that.
 */
export function normalPassword(password: string): string {
  const seen = password.replace(unseen, "");
  if (seen.length > longestTyped) return seen;
  // The first normalization may make an invisible filler, which may have stood between a letter and its mark.
  return seen.normalize("NFKC").replace(unseen, "").normalize("NFKC");
}

/**
 * What is wrong with a new password in its normal form, or undefined. Code points count, so that an emoji is
 * one character.
 */
export function passwordError(password: string): PasswordError | undefined {
  const normal = normalPassword(password);
  if ([...normal].length < shortestPassword) return "too_short";
  return isTooLongPassword(normal) ? "too_long" : undefined;
}

/** Whether a password, already normalized, is longer than we hash. */
export const isTooLongPassword = (normal: string): boolean => utf8Bytes(normal) > longestPasswordBytes;

type Account = { email: string; username: string; fullName: string };

/** Shorter parts of an address or a name occur in too many good passwords. */
const shortestMeaningful = 4;

/**
 * Whether a password is made of facts that anybody knows about its account: it is, or holds, the email address, the
 * part before its @, or the user name; or it is the owner's name with little else. `isCommon` judges the rest.
 */
export function isAccountLike(
  password: string,
  { email, username, fullName }: Account,
  isCommon: (rest: string) => boolean,
): boolean {
  const typed = plain(password);
  const known = [email, email.split("@")[0] ?? "", username].map(plain).filter(Boolean);
  if (known.some((part) => typed === part || (part.length >= shortestMeaningful && typed.includes(part))))
    return true;
  const names = fullName.split(/\s+/).map(plain).filter(Boolean);
  const whole = [names.join(""), names.toReversed().join(""), names.join(" "), names.join(".")];
  if (whole.includes(typed)) return true;
  const said = [...whole, ...names].filter(
    (name) => name.length >= shortestMeaningful || (name.length > 1 && !/^[ -~]*$/.test(name)),
  );
  const rest = said.reduce((left, name) => left.replaceAll(name, ""), typed);
  if (rest === typed) return false;
  const letters = rest.replace(/[^\p{L}]/gu, "");
  return (
    [...rest].length < shortestPassword || letters.length < 3 || isCommon(rest.replace(/[^\p{L}\p{N}]/gu, ""))
  );
}

const plain = (text: string): string => normalPassword(text.slice(0, 400)).toLowerCase();

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

export type UsernameError = "required" | "too_short" | "too_long" | "characters";

/** What is wrong with a user name, or undefined. ASCII only, so that no two names look alike. */
export function usernameError(username: string): UsernameError | undefined {
  if (username === "") return "required";
  if (username.length < shortestUsername) return "too_short";
  if (!/^[A-Za-z0-9_]+$/.test(username)) return "characters";
  return username.length > longestUsername ? "too_long" : undefined;
}

/** User names are kept, compared and promised in lower case. */
export const normalUsername = (username: string): string =>
  username.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
