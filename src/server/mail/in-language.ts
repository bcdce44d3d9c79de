import { defaultLanguage } from "#domain/languages.ts";
import type { Email, EmailContent } from "./email.ts";

/**
 * An email's words, its links to our pages leading to them in the email's language: it may be opened where
 * its reader has never been with us. An email in English says nothing of it, so that a reader's own choice
 * stands.
 */
export function inLanguage(
  { origin }: URL,
  { content, language }: Pick<Email, "content" | "language">,
): EmailContent {
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
