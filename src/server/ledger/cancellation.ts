import { isBilled } from "#domain/orders/lifecycle.ts";
import type { Cents } from "#domain/money.ts";
import { taxesOfRefund, taxesWithin } from "#domain/documents/taxes-within.ts";
import { keptLines } from "#domain/payments/cancellation.ts";
import { mergedTaxes, sumOf } from "#domain/pricing/instalments.ts";
import type { TaxLine } from "#domain/pricing/taxes.ts";
import { ruledRefund } from "#domain/payments/overpaid.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { countedFromCar, hadCar } from "./had-car.ts";
import type { OrderRow } from "./instalments.ts";
import { refundPositionOf } from "./overpaid.ts";
import { isOfPrice, standingInstalments } from "./queries.ts";
import { splitOf } from "./refunds.ts";

/** The result of a cancellation. `wasPaid` is true if any money came in, even if all was given back since. */
export type Settlement = {
  kept: Cents;
  /** What is given back without anybody's decision, and what somebody has to decide about first. */
  refund: Cents;
  toCheck: Cents;
  /** The taxes within what is kept, and within all that may be given back. */
  keptTaxes: TaxLine[];
  refundTaxes: TaxLine[];
  wasPaid: boolean;
};

/** What cancelling an order now keeps of the paid money, and what it gives back: all of it if we cancel. */
export async function settlementOf(
  { now }: Pick<Services, "now">,
  db: Db,
  order: OrderRow,
  { isOurs = false }: { isOurs?: boolean } = {},
): Promise<Settlement> {
  const standing = await standingInstalments(db, order.id);
  const position = await refundPositionOf(db, order.id, standing, { countsByHand: true });
  // Charges aren't a part of the price: they stay due after a cancellation.
  const charges = standing.filter((row) => !isOfPrice(row));
  const beside = sumOf(charges);
  const paid = position.received - position.goodwill - beside - position.onTheWay;
  // While the renter has to choose another car, only a rental that has begun keeps anything.
  const isOfRenter = !order.replacing && isBilled(order.status);
  const keeps = !isOurs && (isOfRenter || (await hadCar(db, order)));
  const lines = keeps ? keptLines(await countedFromCar(db, order), now(), paid) : [];
  const kept = sumOf(lines);
  // A cancelled order keeps no credit.
  const { refund } = ruledRefund({ ...position, kept: 0 }, beside + kept, true);
  // The order waits again, and the administrator who set it back may not refund: the refund needs approval.
  const waits = !isBilled(order.status) && order.refundWaits;
  const { waiting } = await splitOf(db, order.id, { refund, decidedBy: "renter" });
  const toCheck = waits ? refund : waiting;
  return {
    kept,
    refund: refund - toCheck,
    toCheck,
    keptTaxes: mergedTaxes(lines),
    refundTaxes: taxesOfRefund(refund, {
      received: position.received - position.onTheWay,
      returned: position.goodwill,
      taxesReceived: taxesWithin(standing),
      taxesReturned: [],
      kept: [...charges, { amount: kept, paid: kept, lines }],
    }),
    wasPaid: position.received - position.counted > 0 || beside > 0,
  };
}
