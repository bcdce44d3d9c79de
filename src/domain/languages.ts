export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = "en";

/**
 * Anything but the two known words is the default: storage, cookies and addresses can hold what they like.
 */
export const languageFrom = (value: unknown): Language | undefined =>
  languages.find((language) => language === value);

/** The BCP 47 tag that `Intl` and `<html lang>` understand. */
export const locales: Record<Language, string> = { en: "en-US", zh: "zh-CN" };

export const otherLanguage = (language: Language): Language => (language === "en" ? "zh" : "en");

/** The language that words are in: Chinese where they hold a Chinese character, otherwise as their writer reads. */
export const languageOf = (text: string, reads: Language): Language =>
  /\p{Script=Han}/u.test(text) ? "zh" : /\p{Script=Latin}/u.test(text) ? "en" : reads;
