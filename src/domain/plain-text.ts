/** Characters that no text field may carry: controls but tab and the two of a line's end, and halves of surrogate pairs. PostgreSQL refuses NUL. */
// oxlint-disable-next-line no-control-regex -- finding control characters is this line's work
const unwelcome = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export const isPlainText = (text: string): boolean => text.isWellFormed() && !unwelcome.test(text);

/** Without what nobody sees at either end: spaces, line ends, and characters of no width. */
export const trimmed = (text: string): string => text.replace(/^[\s\u200b-\u200f\u2060\ufeff]+|[\s\u200b-\u200f\u2060\ufeff]+$/gu, "");

/** Length as people count: code points, so an emoji is one. */
export const textLength = (text: string): number => [...text].length;

/** No line ends in it: such words stand beside others in letters and lists, where a second line would pass for another's. */
export const isOneLine = (text: string): boolean => !/[\n\r\u0085\u2028\u2029]/.test(text);

const longestGreeted = 60;

/**
 * A name as a letter greets by it; empty for what looks like a message or an address. Anybody can have a letter of ours sent to
 * anybody, and must not be able to put their own words and links at its head.
 */
export function greetedName(name: string): string {
  const isMessage = !isOneLine(name.trim()) || textLength(name.trim()) > longestGreeted || /[/\\@:]|www\.|[\p{L}\d]\.\p{L}{2,}/iu.test(name);
  return isMessage ? "" : name.trim();
}
