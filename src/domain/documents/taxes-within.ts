import { type Cents, divideHalfUp } from "#domain/money.ts";
import { type InstalmentLine, isTaxLine, mergedTaxes, sumOf } from "#domain/pricing/instalments.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";

/** An instalment, and how much of it is paid. */
export type PaidInstalment = { amount: Cents; paid: Cents; lines: readonly InstalmentLine[] };

/** The taxes, by name, within the paid part of instalments: each instalment counts with its paid share. */
export const taxesWithin = (instalments: readonly PaidInstalment[]): TaxLine[] =>
  mergedTaxes(
    instalments.flatMap(({ amount, paid, lines }) =>
      amount > 0
        ? lines
            .filter(isTaxLine)
            .map((line) => ({ ...line, amount: divideHalfUp(line.amount * paid, amount) }))
        : [],
    ),
  );

/** The part of `taxes` that is more than `others` of the same names. */
export function taxesBeyond(taxes: readonly TaxLine[], others: readonly TaxLine[]): TaxLine[] {
  const less = others.map((line) => ({ ...line, amount: -line.amount }));
  return mergedTaxes([...taxes, ...less]).filter(({ amount }) => amount > 0);
}

/** An order's money as its documents state it. `kept` are the instalments still asked for, with their taxes. */
export type MoneySaid = {
  received: Cents;
  returned: Cents;
  taxesReceived: readonly TaxLine[];
  taxesReturned: readonly TaxLine[];
  kept: readonly PaidInstalment[];
};

/**
 * The taxes within a refund, by its share of the received money that no longer pays for anything. Goodwill is our
 * own money, and takes no tax back: the instalments that it was given for stay paid.
 */
export function taxesOfRefund(amount: Cents, said: MoneySaid): TaxLine[] {
  const { received, returned, taxesReceived, taxesReturned, kept } = said;
  const over = received - returned - sumOf(kept.map(({ paid }) => ({ amount: paid })));
  if (over <= 0) return [];
  const taxes = taxesBeyond(taxesBeyond(taxesReceived, taxesReturned), taxesWithin(kept));
  const share = Math.min(amount, over);
  return taxes
    .map((line) => ({ ...line, amount: divideHalfUp(line.amount * share, over) }))
    .filter((line) => line.amount > 0);
}
