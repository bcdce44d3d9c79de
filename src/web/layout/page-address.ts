import { defaultLanguage, type Language } from "#domain/languages.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/**
 * The canonical address of a page in a language, for search engines. Without `lang` the page is English to anybody
 * who has chosen no language, such as a robot.
 */
export function pageAddress(origin: string, path: string, language: Language = currentLanguage()): string {
  return (
    origin + path + (language === defaultLanguage ? "" : `${path.includes("?") ? "&" : "?"}lang=${language}`)
  );
}
