import type { Language } from "#domain/languages.ts";
import type { FaqGroup } from "./faq-entries.ts";

/** The questions in one language, for a loader: no script contains them, and the other language is not sent. */
export async function readFaq(
  language: Language,
  includesCollision: boolean,
  isTaxed = false,
): Promise<FaqGroup[]> {
  const { faq } = await (language === "zh" ? import("./faq-zh.ts") : import("./faq-en.ts"));
  return faq(includesCollision, isTaxed);
}
