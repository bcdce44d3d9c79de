import { type Language, languageFrom } from "#domain/languages.ts";
import { getLocale, overwriteGetLocale } from "#web/paraglide/runtime.js";

/** The language of the page being rendered or shown. */
export const currentLanguage = (): Language => getLocale();

/** In the browser the document itself says its language; the server wrote it there. */
export function readLanguageFromDocument(): void {
  overwriteGetLocale(() => languageFrom(document.documentElement.lang) ?? "en");
}
