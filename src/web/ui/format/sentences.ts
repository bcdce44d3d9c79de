import { currentLanguage } from "#web/i18n/language.ts";

/** Joins whole sentences; Chinese sentences have no space between them. */
export const sentences = (...said: (string | false | undefined)[]): string =>
  said.filter(Boolean).join(currentLanguage() === "zh" ? "" : " ");

/** Joins names with the comma of the page's language. */
export const listed = (names: readonly string[]): string =>
  names.join(currentLanguage() === "zh" ? "、" : ", ");
