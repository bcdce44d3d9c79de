import { locales } from "#domain/languages.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { Block } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";

type SettledSums = Pick<Settlement, "kept" | "refund" | "toCheck"> & {
  keptTaxes: readonly TaxLine[];
  refundTaxes: readonly TaxLine[];
};
const nothing: SettledSums = { kept: 0, refund: 0, toCheck: 0, keptTaxes: [], refundTaxes: [] };

/**
 * Of the money paid for a cancelled order: what we keep and what we give back, with the taxes within each, and
 * what an administrator decides about first.
 */
export function settledBlocks(
  { say, money, language }: Pen,
  { kept, refund, toCheck, keptTaxes, refundTaxes }: SettledSums = nothing,
): Block[] {
  const named = (taxes: readonly TaxLine[]) =>
    new Intl.ListFormat(locales[language], { style: language === "zh" ? "narrow" : "long" }).format(
      taxes.map(({ tax, amount }) =>
        say(m.email_settled_tax, { tax: taxLabel(tax, language), amount: money(amount) }),
      ),
    );
  return [
    kept > 0 && say(m.email_settled_kept, { amount: money(kept), hours: freeCancellationHours }),
    keptTaxes.length > 0 && say(m.email_settled_kept_taxes, { taxes: named(keptTaxes) }),
    refund > 0 && say(m.email_settled_refund, { amount: money(refund) }),
    toCheck > 0 && say(m.email_settled_check, { amount: money(toCheck) }),
    refundTaxes.length > 0 && say(m.email_settled_refund_taxes, { taxes: named(refundTaxes) }),
  ]
    .filter((said) => said !== false)
    .map(paragraph);
}
