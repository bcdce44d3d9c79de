import { dateInLosAngeles } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { type TaxLine, taxLines } from "#domain/pricing/taxes.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { charges } from "#server/db/schema/money/charges.ts";

type ChargeRow = typeof charges.$inferSelect;

/** What a charge is taxed by. */
export type TaxedOrder = Pick<OrderRow, "tariff">;

/** The taxes on so much of a charge, by the rates of its order on the day that it was proposed. */
export const taxesOfCharge = (
  { tariff }: TaxedOrder,
  { category, proposedAt }: Pick<ChargeRow, "category" | "proposedAt">,
  amount: Cents,
): TaxLine[] =>
  taxLines([{ kind: category, amount }], tariff?.taxRates ?? [], dateInLosAngeles(proposedAt.getTime()));
