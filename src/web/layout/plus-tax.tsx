import { taxIn } from "#domain/pricing/tax-rates.ts";
import { m } from "#web/paraglide/messages.js";
import { useTaxRates, useToday } from "./business.ts";

/** Whether a tax comes to a price by the month in a city, or may where nobody knows which. */
export const useTaxIn = (city: string | undefined): ReturnType<typeof taxIn> =>
  taxIn(useTaxRates(), city, useToday());

/** Says that a tax comes to a price by the month, where one does in that city; without a city, that one may. */
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
