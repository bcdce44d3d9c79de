import type { Language } from "#domain/languages.ts";

type Texts = { description: string; descriptionZh?: string | null | undefined };

/** The language of the description that still equals the assistant's translation: it is shown as a machine's. */
export const translatedInto = (
  { description, descriptionZh }: Texts,
  translation: string | null,
): Language | undefined => {
  if (!translation) return undefined;
  if (translation === descriptionZh) return "zh";
  return translation === description ? "en" : undefined;
};
