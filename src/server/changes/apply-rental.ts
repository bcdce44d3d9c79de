import type { PricedChange, RentalChange } from "#domain/changes/price-of-change.ts";
import { type RequestColumns, stillAnsweredUntil } from "#domain/orders/host-requests.ts";
import { averageMonthlyPrice } from "#domain/pricing/fixed-price.ts";
import { insuranceRate, type OrderInsurance } from "#domain/pricing/insurance.ts";
import type { Db } from "#server/db/open-database.ts";
import { reschedule } from "#server/ledger/reschedule.ts";
import { changeOrder } from "#server/orders/moves/change-order.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { forgetPlanEnding } from "#server/orders/remind.ts";
import type { Services } from "#server/services.ts";
import { rentalOf } from "./quote-rental.ts";

const actions = {
  extension: "rental_extended",
  early_return: "rental_shortened",
  dates: "dates_changed",
  swap: "car_swapped",
} as const satisfies Record<RentalChange["kind"] | "swap", string>;

/** The columns of an order that new days and their price change. */
function changedColumns(order: OrderRow, { price, pickupDate, returnDate }: PricedChange) {
  const { days, months, discountPercent, lines, subtotal, fees, taxes, total, milesIncluded } = price;
  const insurance = insuranceOf(order, months);
  const priced = { days, months, discountPercent, lines, subtotal, fees, taxes, total, milesIncluded };
  return { ...priced, pickupDate, returnDate, insurance };
}

/** Insurance by the month has another rate in a long rental. */
function insuranceOf({ insurance, tariff }: OrderRow, months: number): OrderInsurance | null {
  const rates = tariff?.insurance;
  if (!insurance || !("monthlyPrice" in insurance) || !rates || "daily" in rates) return insurance;
  return { ...insurance, monthlyPrice: insuranceRate(rates, months) };
}

export const withRental = (order: OrderRow, priced: PricedChange, car: GivenCar = {}): OrderRow => ({
  ...order,
  ...columnsWith(order, priced, car),
});

/** The columns of a rental with another car. With several cars, the order's price is the average of its days. */
function columnsWith(order: OrderRow, priced: PricedChange, car: GivenCar) {
  const { lines, days } = priced.price;
  const isFixed = (car.tariff ?? order.tariff)?.fixed !== undefined;
  return {
    ...changedColumns(order, priced),
    ...stillAnsweredUntil(order, { ...priced, pickupTime: order.pickupTime }),
    ...car,
    ...(isFixed && { monthlyPrice: averageMonthlyPrice(lines, days) }),
  };
}

/** The columns of an order, besides its price, that another car changes. */
export type GivenCar = Partial<
  Pick<
    OrderRow,
    | "carId"
    | "carName"
    | "carBrand"
    | "city"
    | "category"
    | "monthlyPrice"
    | "tariff"
    | "hostId"
    | "hostSharePercent"
    | "hostMonthlyPrice"
    | "carSince"
    | "expiresAt"
    | "replacing"
    | keyof RequestColumns
  >
>;

type AppliedChange = {
  priced: PricedChange;
  kind: keyof typeof actions;
  by: string;
  /** Who causes the new price: usually the renter, who makes the change by the terms. */
  decidedBy?: string;
  car?: GivenCar;
};

/**
 * Gives an order its new days or its other car, together with its price, its instalments and its history. Must
 * hold the locks of its cars and the order's, in a transaction.
 */
export async function applyRental(
  services: Services,
  tx: Db,
  order: OrderRow,
  { priced, kind, by, decidedBy = "renter", car }: AppliedChange,
): Promise<OrderRow> {
  const columns = columnsWith(order, priced, car ?? {});
  const changed = await changeOrder(tx, order, columns, {
    by,
    action: actions[kind],
    before: { total: order.total, ...rentalOf(order) },
    after: { total: columns.total, ...rentalOf({ ...order, ...columns }) },
  });
  if (kind === "dates") await forgetPlanEnding(tx, order.id);
  await reschedule(services, tx, changed, { actor: by, decidedBy });
  return changed;
}
