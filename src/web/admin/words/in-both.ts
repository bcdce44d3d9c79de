import type { Language } from "#domain/languages.ts";
import { currentLanguage } from "#web/i18n/language.ts";

type Say = (inputs?: object, options?: { locale?: Language }) => string;

/**
 * A text of the back office in Chinese, whatever the language of the interface is. In the English interface, the
 * English text follows it.
 */
export function inBothLanguages(say: Say): string {
  const chinese = say({}, { locale: "zh" });
  return currentLanguage() === "zh" ? chinese : `${chinese} ${say({}, { locale: "en" })}`;
}
