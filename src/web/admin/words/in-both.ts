import type { Language } from "#domain/languages.ts";
import { currentLanguage } from "#web/i18n/language.ts";

type Say = (inputs?: object, options?: { locale?: Language }) => string;

/**
 * What the back office says in Chinese whatever the interface's language is, with the English beside it where
 * that is English.
 */
export function inBoth(say: Say): string {
  const chinese = say({}, { locale: "zh" });
  return currentLanguage() === "zh" ? chinese : `${chinese} ${say({}, { locale: "en" })}`;
}
