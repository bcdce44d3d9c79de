import { defaultLanguage } from "#domain/languages.ts";
import type { Email, EmailContent } from "./email.ts";

/**
 * An email's content with links that open our pages in the email's language, because its reader may be new to us.
 * Links in an English email set no language, so that a reader's own choice stays.
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
