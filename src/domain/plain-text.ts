/**
 * Characters that no text field may carry: controls but tab and those of a line's end, and halves of surrogate
 * pairs. PostgreSQL refuses NUL; those from U+0080 on come of a file that was read in the wrong encoding.
 */
// oxlint-disable-next-line no-control-regex -- finding control characters is this line's work
const unwelcome = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;

export const isPlainText = (text: string): boolean => text.isWellFormed() && !unwelcome.test(text);

const unseen = /[\u034f\s\u115f\u1160\u200b-\u200f\u2060\u2800\u3164\ufeff\uffa0]/;

/**
 * A text without invisible characters at either end: spaces, line ends, and characters of no width. Character by
 * character, because a pattern that ends in `+$` takes time by the square of the length.
 */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && unseen.test(text.charAt(start))) start++;
  while (end > start && unseen.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/**
 * Directions, characters of no width, a soft hyphen, a byte order mark, the fillers of Hangul and a Braille cell without
 * dots: a paste brings them, and nobody sees them.
 */
const marks =
  /[\u034f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]/g;

/**
 * A joiner or non-joiner at the beginning, or after a letter of a script that is never written with them. Persian, Indian
 * and Mongolian names and many emoji need theirs.
 */
const strayJoiners =
  /(?<=^|[\p{ASCII}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hang}])[\u200c\u200d]/gu;

/** A text without any invisible characters. */
export const withoutUnseen = (text: string): string => text.replace(marks, "").replace(strayJoiners, "");

/** A longer text is no number, address or code: normalizing a quarter of a million combining marks would take seconds. */
const longestPlain = 1000;

/**
 * An address, a date or a number as it is read: without invisible characters, joiners too, and with full-width digits and
 * signs, which Chinese and Japanese keyboards write, as the usual ones.
 */
export function plainLine(text: string): string {
  const bare = withoutUnseen(text).replace(/[\u200c\u200d]/g, "");
  return (bare.length > longestPlain ? bare : bare.normalize("NFKC")).trim();
}

/** A code or a number as it is read: also without the spaces and dashes that people put between its characters. */
export const plainCode = (text: string): string => plainLine(text).replace(/[\s\p{Pd}\u2212]/gu, "");

/** A text without any of these characters at its end. */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Length as people count: code points, so an emoji is one. */
export const textLength = (text: string): number => [...text].length;

/**
 * Whether a text has no line ends. It appears beside other texts in emails and lists, where a second line would look
 * like somebody else's text.
 */
export const isOneLine = (text: string): boolean => !/[\n\r\u0085\u2028\u2029]/.test(text);

/** Whether a text has no line breaks and nothing like markup: it appears beside other texts in lists. */
export const isLabel = (text: string): boolean => !/[<>\n\r\t]/.test(text);

const longestGreeted = 60;

/**
 * A name for an email's greeting; empty if it looks like a message or an address. Anybody can make us send an
 * email to anybody, and must not be able to put their own words and links at its head.
 */
export function greetedName(name: string): string {
  const bare = name.trim();
  // A character has at most two UTF-16 units, so a text longer than that needs no counting.
  if (bare.length > 2 * longestGreeted || textLength(bare) > longestGreeted) return "";
  return isOneLine(bare) && !/[/\\@:]|www\.|[\p{L}\d]\.\p{L}{2,}/iu.test(bare) ? bare : "";
}

/** Signs that can make a mail program see an address: `unlinked` puts a space after them. */
const joints =
  /:(?=\S)|@(?=\S)|(?<=www)[.\uff0e\u3002\uff61]|(?<=[\p{L}\d])[.\uff0e\u3002\uff61](?=\p{L}{2,}|\d)/giu;

/** Changes a typed name or subject so that no mail program makes a link of it, and people read the same words. */
export const unlinked = (text: string): string => text.replace(joints, "$& ");
