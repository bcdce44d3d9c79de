import { type Cents, formatMoney, formatWholeMoney } from "#domain/money.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/**
 * The wire's "-95.85" as cents. Only for money that the server wrote; for text that people type, use `parseMoney`.
 */
export const centsFromWire = (wire: string): Cents => Math.round(Number(wire) * 100);

/** An amount from the wire for people, in the page's language. */
export const showMoney = (wire: string): string => formatMoney(centsFromWire(wire), currentLanguage());

/** An amount without ".00" where it is whole dollars, for "from" prices. */
export const showWholeMoney = (wire: string): string =>
  formatWholeMoney(centsFromWire(wire), currentLanguage());
