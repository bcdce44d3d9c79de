import { countries, usStateNames, usStates } from "#domain/papers/regions.ts";
import { currentLanguage } from "#web/i18n/language.ts";

const byName = (a: { label: string }, b: { label: string }): number =>
  a.label.localeCompare(b.label, currentLanguage());

/** A country's name in the reader's language. */
export function countryName(code: string): string {
  return new Intl.DisplayNames([currentLanguage()], { type: "region" }).of(code) ?? code;
}

export const usStateName = (code: string): string =>
  Object.hasOwn(usStateNames, code) ? (usStateNames[code]?.[currentLanguage()] ?? code) : code;

/** The countries to choose from; those that most of our renters come from come first. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([currentLanguage()], { type: "region" });
  const option = (code: string) => ({ value: code, label: names.of(code) ?? code });
  const first = ["US", "CN"];
  const others = countries.filter((code) => !first.includes(code)).map(option);
  return [...first.map(option), ...others.toSorted(byName)];
}

export const usStateOptions = (): { value: string; label: string }[] =>
  usStates.map((code) => ({ value: code, label: usStateName(code) })).toSorted(byName);

/** Where a licence is from: "California", or the country. */
export const licencePlace = ({ country, state }: { country: string; state: string | null }): string =>
  country === "US" && state ? usStateName(state) : countryName(country);
