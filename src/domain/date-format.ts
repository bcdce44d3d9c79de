import { type Language, locales } from "./languages.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A language's date formatter, made once for each set of options: making one takes half a millisecond and memory
 * that the garbage collector doesn't see, and a year's calendar would make hundreds per page.
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
