export type TextPart = { text: string; to?: string };

/** "[words](target)", or an address that stands by itself. Each alternative is bounded, so that no text takes long to read. */
const links = /\[([^[\]\n]{1,200})\]\(([^()\s]{1,500})\)|https?:\/\/[^\s<>"'，。；：？！（）、]{1,500}/g;

/** A text cut into plain words and links. Only http, https and paths of this site become links; anything else stays words. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(links)) {
    const [whole, words, target] = match;
    const address = target ?? whole.replace(/[.,;:!?)]+$/, "");
    const shown = target === undefined ? address : (words ?? "");
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push(isLinkTarget(address) ? { text: shown, to: address } : { text: shown });
    end = match.index + (target === undefined ? address.length : whole.length);
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

export function isLinkTarget(target: string): boolean {
  if (target.startsWith("/") || target.startsWith("#")) return !/^\/[/\\]/.test(target);
  return /^https?:\/\//i.test(target) && URL.canParse(target);
}

/** The same text for whoever can't follow links: search engines, letters. */
export const plainText = (text: string): string =>
  textParts(text)
    .map((part) => part.text)
    .join("");
