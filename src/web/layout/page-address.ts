import { defaultLanguage, type Language } from "#domain/languages.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/**
 * The one address of a page in a language, for search engines. Without `lang` it is English to whoever has
 * chosen nothing: a robot.
 */
export function pageAddress(origin: string, path: string, language: Language = currentLanguage()): string {
  return (
    origin + path + (language === defaultLanguage ? "" : `${path.includes("?") ? "&" : "?"}lang=${language}`)
  );
}
