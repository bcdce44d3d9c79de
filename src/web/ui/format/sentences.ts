import { currentLanguage } from "#web/i18n/language.ts";

/** Whole sentences one behind the other; between Chinese ones there is no space. */
export const sentences = (...said: (string | false | undefined)[]): string =>
  said.filter(Boolean).join(currentLanguage() === "zh" ? "" : " ");

/** Names one after the other, with the comma of the page's language. */
export const listed = (names: readonly string[]): string =>
  names.join(currentLanguage() === "zh" ? "、" : ", ");
