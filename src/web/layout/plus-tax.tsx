import { taxIn } from "#domain/pricing/tax-rates.ts";
import { m } from "#web/paraglide/messages.js";
import { useTaxRates, useToday } from "./business.ts";

/** Whether a tax is added to a monthly price in a city. Without a city the answer may be that one is possible. */
export const useTaxIn = (city: string | undefined): ReturnType<typeof taxIn> =>
  taxIn(useTaxRates(), city, useToday());

/** Says that a tax is added to a monthly price in this city; without a city, that a tax may be added. */
export function PlusTax({ city }: { city: string | undefined }) {
  const taxed = useTaxIn(city);
  if (taxed === "untaxed") return null;
  return (
    <span className="text-xs/[1.4] text-ink-faint">
      {" "}
      {taxed === "taxed" ? m.common_plus_tax() : m.common_plus_tax_somewhere()}
    </span>
  );
}
