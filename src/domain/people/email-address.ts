import { longestEmail } from "#domain/text-lengths.ts";
/**
 * An address an email can go to: linear to check, one "@", a dotted domain, no spaces, quotes, commas or
 * control characters.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > longestEmail) return false;
  const at = text.indexOf("@");
  if (at < 1 || at > 64 || at !== text.lastIndexOf("@")) return false;
  const local = text.slice(0, at);
  if (
    !/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local) ||
    local.startsWith(".") ||
    local.endsWith(".") ||
    local.includes("..")
  )
    return false;
  const labels = text.slice(at + 1).split(".");
  return (
    labels.length >= 2 &&
    labels.every(
      (label) => /^[A-Za-z0-9-]{1,63}$/.test(label) && !label.startsWith("-") && !label.endsWith("-"),
    )
  );
}

/** "w***@example.com": enough for its owner to recognize it, not enough to write to it. */
export function maskEmail(email: string): string {
  const at = email.indexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
