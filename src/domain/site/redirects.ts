/**
 * Where to go after signing in: a path of this site, or "/" for anything else. Backslashes, control
 * characters and a second slash are what browsers read as another site.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== "string" || wanted.length > 2000) return "/";
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return "/";
  // An encoded slash or backslash at the front leads to another site if somebody decodes it once more.
  return /^\/(?:%2f|%5c|%09|%0a|%0d|\.{1,2}(?:\/|$)|%2e)/i.test(wanted) ||
    wanted.includes("/../") ||
    wanted.includes("//")
    ? "/"
    : wanted;
}
