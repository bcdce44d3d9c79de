import { type Language, locales } from "./languages.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * How dates are written in a language: one for each kind, kept. Making one takes half a millisecond and memory
 * that the collector doesn't see, and a calendar of a year would make hundreds for every page.
 */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locales[language], options);
    formats.set(key, found);
  }
  return found;
}
