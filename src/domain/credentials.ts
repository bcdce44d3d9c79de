/** Passwords: characters at least, bytes of UTF-8 at most. Longer ones are refused, never cut. */
export const shortestPassword = 6;
export const longestPasswordBytes = 72;

export const shortestUsername = 3;
export const longestUsername = 30;

export type PasswordFault = "too_short" | "too_long";

/** What is wrong with a new password, or undefined. Code points count, so that an emoji is one character. */
export function passwordFault(password: string): PasswordFault | undefined {
  if ([...password].length < shortestPassword) return "too_short";
  return utf8Bytes(password) > longestPasswordBytes ? "too_long" : undefined;
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

export type UsernameFault = "required" | "too_short" | "too_long" | "characters";

/** What is wrong with a user name, or undefined. ASCII only, so that no two names look alike. */
export function usernameFault(username: string): UsernameFault | undefined {
  if (username === "") return "required";
  if (username.length < shortestUsername) return "too_short";
  if (!/^[A-Za-z0-9_]+$/.test(username)) return "characters";
  return username.length > longestUsername ? "too_long" : undefined;
}

/** User names are kept, compared and promised in lower case. */
export const normalUsername = (username: string): string => username.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
