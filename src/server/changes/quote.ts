import { invalidField, Refusal } from "#contract/errors.ts";
import type { ChangeQuote } from "#contract/changes.ts";
import { wireTaxes } from "#contract/quotes.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { changedFields, type ChangeKind, mayChangeHandover } from "#domain/changes/changes.ts";
import type { PricedChange } from "#domain/changes/price-of-change.ts";
import type { IsoDate } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { mayMove } from "#domain/orders/moves.ts";
import type { RentalState } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import { beingReplaced } from "#server/orders/cancel-order.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { type PreviewedInstalment, previewReschedule } from "#server/ledger/reschedule.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { changeRefused } from "#server/rentals/change-refused.ts";
import { type Services, today } from "#server/services.ts";
import { type RentalInput, quoteRental, rentalOf } from "./quote-rental.ts";
import { withRental } from "./apply-rental.ts";

export type ChangeInput = {
  kind: "pickup" | "cancel" | RentalInput["kind"];
  pickupDate?: IsoDate | undefined;
  returnDate?: IsoDate | undefined;
  pickupLocation?: string | undefined;
  pickupTime?: string | undefined;
  returnTime?: string | undefined;
};
export type QuotedChange = {
  kind: ChangeKind;
  before: RentalState;
  after: RentalState;
  fee: number;
  refund: number;
  /** The part of the refund that needs an approval first. */
  toCheck?: number;
  instalments?: PreviewedInstalment[];
  priced?: PricedChange;
};

/** The order before and after a change, and what the change costs. Throws a Refusal where it can't be made. */
export async function quoteOf(
  services: Services,
  db: Db,
  order: OrderRow,
  asked: ChangeInput,
): Promise<QuotedChange> {
  const before = standingOf(order);
  const { pickupLocation, pickupTime, returnTime } = before;
  const { kind } = asked;
  if (kind === "cancel") {
    if (!mayMove("cancel", order.status))
      throw new Refusal("order_not_cancellable", "This order can't be canceled anymore.");
    if (order.replacing) throw beingReplaced();
    const { kept, refund, toCheck } = await settlementOf(services, db, order);
    const instalments = kept > 0 ? [{ dueOn: today(services), amount: kept, paid: true }] : [];
    return {
      kind,
      before,
      after: {
        ...before,
        status: "cancelled",
        total: kept,
        ...(toCheck > 0 && { refundWaits: true }),
      },
      fee: 0,
      refund: refund + toCheck,
      toCheck,
      instalments,
    };
  }
  if (kind !== "pickup") return quoteDays(services, db, order, { ...asked, kind });
  if (order.replacing || waitsForPayment(order)) throw changeRefused("not_now");
  if (!mayChangeHandover(order, services.now()))
    throw changeRefused(
      "too_late",
      "The place and times can be changed up to 24 hours before pickup. After that, please contact us.",
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
  const { instalments } = await previewReschedule(services, db, order);
  return { kind, before, after, fee: 0, refund: 0, instalments };
}

/** An order's state before a change, without its days. Money is in US cents. */
export const standingOf = ({
  status,
  total,
  pickupLocation,
  pickupTime,
  returnTime,
}: OrderRow): RentalState => ({ status, total, pickupLocation, pickupTime, returnTime });

/** Quotes other days. An open request prevents them, unless the change withdraws it. */
export async function quoteDays(
  services: Services,
  db: Db,
  order: OrderRow,
  asked: RentalInput,
  options?: { isRequestIgnored?: boolean },
): Promise<QuotedChange> {
  const priced = await quoteRental(services, db, order, asked, options);
  const changed = withRental(order, priced);
  const before = standingOf(order);
  const money = await previewReschedule(services, db, changed);
  return {
    kind: asked.kind,
    before: { ...before, rental: rentalOf(order) },
    after: {
      ...before,
      total: changed.total,
      rental: rentalOf(changed),
      ...(money.toCheck > 0 && { refundWaits: true }),
    },
    fee: priced.fee,
    refund: money.refund,
    toCheck: money.toCheck,
    instalments: money.instalments,
    priced,
  };
}

type QuotedOrder = Pick<OrderRow, "returnDate" | "insurance">;

const wireStanding = ({ total, rental, ...standing }: RentalState, { insurance }: QuotedOrder) => ({
  ...standing,
  total: wireMoney(total),
  ...(rental && {
    rental: {
      ...rental,
      insurance:
        insurance && "dailyPrice" in insurance ? { dailyPrice: wireMoney(insurance.dailyPrice) } : {},
      fees: wireMoney(rental.fees),
      taxes: wireMoney(rental.taxes),
      taxLines: wireTaxes(rental.taxLines),
      lines: rental.lines.map(({ kind, amount }) => ({ kind, amount: wireMoney(amount) })),
    },
  }),
});

export const presentQuote = (
  { kind, before, after, fee, refund, toCheck = 0, instalments }: QuotedChange,
  order: QuotedOrder,
): ChangeQuote => ({
  kind,
  before: wireStanding(before, order),
  after: wireStanding(after, order),
  difference: wireMoney(after.total - before.total),
  fee: wireMoney(fee),
  refund: wireMoney(refund),
  ...(toCheck > 0 && { refundToCheck: wireMoney(toCheck) }),
  effectiveReturnDate: after.rental?.returnDate ?? order.returnDate,
  ...(instalments && {
    instalments: instalments.map(({ dueOn, amount, paid }) => ({ dueOn, amount: wireMoney(amount), paid })),
  }),
});
