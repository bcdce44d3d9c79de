import { defaultLanguage } from "#domain/languages.ts";
import type { Letter, LetterContent } from "./email.ts";

/**
 * A letter's words, its links to our pages leading to them in the letter's language: it may be opened where its reader has
 * never been with us. A letter in English says nothing of it, so that a reader's own choice stands.
 */
export function inLanguage({ origin }: URL, { content, language }: Pick<Letter, "content" | "language">): LetterContent {
  if (language === defaultLanguage) return content;
  const lead = <Link extends { url: string }>(link: Link): Link => {
    const url = new URL(link.url);
    if (url.origin !== origin) return link;
    url.searchParams.set("lang", language);
    return { ...link, url: url.href };
  };
  return {
    ...content,
    blocks: content.blocks.map((block) => (block.kind === "link" ? lead(block) : block)),
    ...(content.unsubscribe && { unsubscribe: lead(content.unsubscribe) }),
  };
}
