import { isTaxedIn } from "#domain/pricing/tax-rates.ts";
import { m } from "#web/paraglide/messages.js";
import { useTaxRates, useToday } from "./business.ts";

/** Says that a tax comes to a price by the month, where one does in that city. */
export function PlusTax({ city }: { city: string | undefined }) {
  const today = useToday();
  if (!isTaxedIn(useTaxRates(), city, today)) return null;
  return <span className="text-xs/[1.4] text-ink-faint"> {m.common_plus_tax()}</span>;
}
