import { formatMoney } from "#domain/money.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { centsFromWire } from "./money.ts";

/** A sum of many orders, to the dollar. */
export const wholeDollars = (wire: string): string =>
  formatMoney(Math.round(centsFromWire(wire) / 100) * 100, currentLanguage()).slice(0, -3);
