import { invalidField, Refusal } from "#contract/errors.ts";
import type { ChangeQuote } from "#contract/changes.ts";
import { changedFields, type ChangeKind, mayChangeHandover } from "#domain/changes/changes.ts";
import { wireMoney } from "#domain/money.ts";
import { mayMove } from "#domain/orders/lifecycle.ts";
import type { Standing } from "#server/db/changes-schema.ts";
import type { Db } from "#server/db/open-database.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";

export type Asked = {
  kind: "pickup" | "cancel";
  pickupLocation?: string | undefined;
  pickupTime?: string | undefined;
  returnTime?: string | undefined;
};
export type Quoted = { kind: ChangeKind; before: Standing; after: Standing; refund: number };

/** What a change makes of an order, and what it costs. Throws a Refusal where it can't be made. */
export async function quoteOf(services: Services, db: Db, order: OrderRow, asked: Asked): Promise<Quoted> {
  const { status, total, pickupLocation, pickupTime, returnTime } = order;
  const before = { status, total, pickupLocation, pickupTime, returnTime };
  const { kind } = asked;
  if (kind === "cancel") {
    if (!mayMove("cancel", status))
      throw new Refusal("order_not_cancellable", "This order can't be canceled any more.");
    const { kept, refund } = await settlementOf(services, db, order);
    return { kind, before, after: { ...before, status: "cancelled", total: kept }, refund };
  }
  if (!mayChangeHandover(order, services.now()))
    throw new Refusal(
      "change_not_possible",
      "Place and times can be changed until 24 hours before pickup. Please contact us.",
    );
  const after = {
    ...before,
    pickupLocation: asked.pickupLocation ?? pickupLocation,
    pickupTime: asked.pickupTime ?? pickupTime,
    returnTime: asked.returnTime ?? returnTime,
  };
  if (after.pickupLocation === "" && pickupLocation !== "")
    throw invalidField("pickupLocation", "is required", "required");
  if (changedFields(before, after).length === 0)
    throw invalidField("pickupLocation", "is as it was, and so are the times", "unchanged");
  return { kind, before, after, refund: 0 };
}

const wireStanding = ({ total, ...standing }: Standing) => ({ ...standing, total: wireMoney(total) });

export const presentQuote = (
  { kind, before, after, refund }: Quoted,
  { returnDate }: Pick<OrderRow, "returnDate">,
): ChangeQuote => ({
  kind,
  before: wireStanding(before),
  after: wireStanding(after),
  difference: wireMoney(after.total - before.total),
  fee: "0.00",
  refund: wireMoney(refund),
  effectiveReturnDate: returnDate,
});
