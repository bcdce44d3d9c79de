import { formatMoney } from "#domain/money.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import type { Block } from "#server/mail/email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { words } from "./facts.ts";

type SettledSums = Pick<Settlement, "kept" | "refund" | "toCheck"> & {
  keptTaxes: readonly TaxLine[];
  refundTaxes: readonly TaxLine[];
};
const nothing: SettledSums = { kept: 0, refund: 0, toCheck: 0, keptTaxes: [], refundTaxes: [] };

/**
 * What a cancellation keeps of what was paid, what it gives back, and what somebody decides about first, with the taxes
 * within each.
 */
export function settledBlocks(
  { language }: Pick<OrderRow, "language">,
  { kept, refund, toCheck, keptTaxes, refundTaxes }: SettledSums = nothing,
): Block[] {
  const text = words[language];
  const money = (amount: number) => formatMoney(amount, language);
  const named = (taxes: readonly TaxLine[]) =>
    text.taxList(taxes.map(({ tax, amount }) => text.taxNamed(taxLabel(tax, language), money(amount))));
  const sentences = [
    kept > 0 && text.kept(money(kept)),
    keptTaxes.length > 0 && text.keptTaxes(named(keptTaxes)),
    refund > 0 && text.toRefund(money(refund)),
    toCheck > 0 && text.toCheck(money(toCheck)),
    refundTaxes.length > 0 && text.refundTaxes(named(refundTaxes)),
  ];
  return sentences.filter((said) => said !== false).map((said) => ({ kind: "paragraph", text: said }));
}
