import { locales } from "#domain/languages.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { centsFromWire } from "./money.ts";

/**
 * "7.5K" and "12K" for a narrow bar, in Chinese "7500" and "1.2万": precise to two digits at least, so that months
 * differ.
 */
export const compactDollars = (wire: string): string =>
  new Intl.NumberFormat(locales[currentLanguage()], { notation: "compact" }).format(
    centsFromWire(wire) / 100,
  );
