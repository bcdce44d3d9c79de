import { type Language, locales } from "./languages.ts";

/** US dollars as whole cents. Code and database hold money in this form only. */
export type Cents = number;

/**
 * The largest amount that any field may carry: $10,000,000.00. Products with 400 days stay exact integers.
 */
export const maxCents: Cents = 1_000_000_000;

const moneyText = /^(0|[1-9]\d{0,7})(?:\.(\d{1,2}))?$/;

/**
 * "749", "749.5" and "749.00" in dollars, as cents. Signs, separators, exponents and spaces aren't allowed:
 * undefined.
 */
export function parseMoney(text: string): Cents | undefined {
  const match = moneyText.exec(text);
  if (!match) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents <= maxCents ? cents : undefined;
}

/**
 * A JSON number in dollars, as cents. A number that is not whole cents (within float noise) isn't allowed: undefined.
 */
export function centsFromNumber(dollars: number): Cents | undefined {
  const cents = Math.round(dollars * 100);
  if (!Number.isFinite(dollars) || dollars < 0 || cents > maxCents) return undefined;
  return Math.abs(dollars * 100 - cents) < 1e-4 ? cents : undefined;
}

/** Money as in the API: dollars with two decimals and no separators, "-95.85" for a credit. */
export function wireMoney(cents: Cents): string {
  const whole = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

/** For people: "$1,234.00", in Chinese "US$1,234.00". A credit carries a true minus sign. */
export function formatMoney(cents: Cents, language: Language): string {
  const amount = formatter(language).format(Math.abs(cents) / 100);
  return `${cents < 0 ? "−" : ""}${language === "zh" ? "US$" : "$"}${amount}`;
}

/** Like `formatMoney`, without ".00" where the amount is whole dollars: for "from" prices in tight places. */
export function formatWholeMoney(cents: Cents, language: Language): string {
  const text = formatMoney(cents, language);
  return cents % 100 === 0 ? text.slice(0, -3) : text;
}

/** `value / divisor`, rounded half up. Halves below zero don't matter: amounts are not negative here. */
export const divideHalfUp = (value: number, divisor: number): number =>
  Math.floor((2 * value + divisor) / (2 * divisor));

const formatters = new Map<Language, Intl.NumberFormat>();
function formatter(language: Language): Intl.NumberFormat {
  let found = formatters.get(language);
  if (!found) {
    found = new Intl.NumberFormat(locales[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    formatters.set(language, found);
  }
  return found;
}
