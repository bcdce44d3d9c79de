import { withoutEnding } from "#domain/plain-text.ts";

/** Plain words, a link to `to`, or English words in a text of another language. */
export type TextPart = { text: string; to?: string; language?: "en" };

/**
 * "[words](target)", "{en:words}", or a plain address in the text. Each length is limited, so that no text takes
 * long to read.
 */
const marks =
  /\[([^[\]\n]{1,200})\]\(([^()\s]{1,500})\)|\{en:([^{}\n]{1,200})\}|https?:\/\/[^\s<>"'，。；：？！（）、]{1,500}/g;

/**
 * A text cut into its parts. Only http, https and paths of this site become links; anything else stays words.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    const part = partOf(match);
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push(part);
    // Punctuation after an address is not part of the address.
    end = match.index + (match[0].startsWith("http") ? part.text.length : match[0].length);
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function partOf([whole, words, target, english]: RegExpExecArray): TextPart {
  if (english !== undefined) return { text: english, language: "en" };
  const to = target ?? withoutEnding(whole, ".,;:!?)");
  const text = target === undefined ? to : (words ?? "");
  return isLinkTarget(to) ? { text, to } : { text };
}

export function isLinkTarget(target: string): boolean {
  if (target.startsWith("/") || target.startsWith("#")) return !/^\/[/\\]/.test(target);
  return /^https?:\/\//i.test(target) && URL.canParse(target);
}

/** A text with links as plain text, for search engines and emails. */
export const plainText = (text: string): string =>
  textParts(text)
    .map((part) => part.text)
    .join("");
