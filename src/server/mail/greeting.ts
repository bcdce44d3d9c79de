import type { Language } from "#domain/languages.ts";
import { greetedName } from "#domain/plain-text.ts";

const texts: Record<Language, { nobody: string; named: (name: string) => string }> = {
  en: { nobody: "Hello,", named: (name) => `Hello ${name},` },
  zh: { nobody: "您好：", named: (name) => `${name}，您好：` },
};

/** How an email begins: by name, where there is one and it is no message of its own. */
export function greeting(language: Language, name = ""): string {
  const shown = greetedName(name);
  return shown ? texts[language].named(shown) : texts[language].nobody;
}
