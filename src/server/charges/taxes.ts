import { dateInLosAngeles } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { type TaxLine, taxLines } from "#domain/pricing/taxes.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { charges } from "#server/db/schema/money/charges.ts";

type ChargeRow = typeof charges.$inferSelect;

/** The part of an order that its charges' taxes depend on. */
export type TaxedOrder = Pick<OrderRow, "tariff">;

/** The taxes on an amount of a charge, by its order's rates on the day that it was proposed. */
export const taxesOfCharge = (
  { tariff }: TaxedOrder,
  { category, proposedAt }: Pick<ChargeRow, "category" | "proposedAt">,
  amount: Cents,
): TaxLine[] =>
  taxLines([{ kind: category, amount }], tariff?.taxRates ?? [], dateInLosAngeles(proposedAt.getTime()));
