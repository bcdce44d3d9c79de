export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = "en";

/** The language that a value names, otherwise undefined: storage, cookies and addresses can hold anything. */
export const languageFrom = (value: unknown): Language | undefined =>
  languages.find((language) => language === value);

/** The BCP 47 tag that `Intl` and `<html lang>` understand. */
export const locales: Record<Language, string> = { en: "en-US", zh: "zh-CN" };

export const otherLanguage = (language: Language): Language => (language === "en" ? "zh" : "en");

/** The language of a text: Chinese with a Chinese character, else English with a Latin letter, else `reads`. */
export const languageOf = (text: string, reads: Language): Language =>
  /\p{Script=Han}/u.test(text) ? "zh" : /\p{Script=Latin}/u.test(text) ? "en" : reads;
