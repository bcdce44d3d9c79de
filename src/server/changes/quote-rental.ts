import { invalidField, Refusal } from "#contract/errors.ts";
import {
  earlyEnd,
  priceOfChange,
  type PricedChange,
  type RentalChange,
} from "#domain/changes/price-of-change.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { isBackAtAdmins } from "#domain/orders/host-requests.ts";
import { isRepairLine } from "#domain/trips/repair-days.ts";
import { taxLinesOf } from "#domain/pricing/taxed-price.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import type { RentalState } from "#server/db/schema/changes.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { changeRefused } from "#server/rentals/change-refused.ts";
import { findOthersDays } from "#server/rentals/others-days.ts";
import { withRepairsLeft } from "#server/rentals/repairs.ts";
import { refuseRental, refuseStay } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import type { ChangeRow } from "#server/rentals/open-requests.ts";
import { hostRulesOf, mayChange } from "./standing.ts";

export type RentalInput = {
  kind: RentalChange["kind"];
  pickupDate?: IsoDate | undefined;
  returnDate?: IsoDate | undefined;
};

/** Prices an order with new days. Throws a Refusal where these days are not possible. */
export async function quoteRental(
  services: Services,
  db: Db,
  order: OrderRow,
  asked: RentalInput,
  options?: { isRequestIgnored?: boolean },
): Promise<PricedChange> {
  const may = (await mayChange(services, db, order, options))[asked.kind];
  if (!may.allowed || !order.tariff) {
    const obstacle = may.allowed ? "not_now" : may.reason;
    throw changeRefused(obstacle);
  }
  const change = changeOf(services, order, asked);
  const counted =
    change.kind === "early_return"
      ? await withRepairsLeft(db, order, { lastDay: earlyEnd(order, change) })
      : order;
  const priced = priceOfChange({ ...counted, tariff: order.tariff }, change);
  // A pickup that stays where it is needs no notice.
  if (asked.kind === "dates" && priced.pickupDate !== order.pickupDate && priced.pickupDate < may.from)
    throw invalidField("pickupDate", `must be ${may.from} or later`, "past");
  if (asked.kind === "dates") {
    refuseRental(priced, today(services), order.tariff.minRentDays);
    const rules = await hostRulesOf(db, order);
    if (rules) refuseStay(priced, today(services), { ...rules, noticeDays: 0 });
  } else if (priced.returnDate > may.until || priced.returnDate < may.from)
    throw invalidField("returnDate", `must be from ${may.from} to ${may.until}`, "out_of_range");
  await refuseOthersDays(db, order, asked.kind, priced);
  return priced;
}

function changeOf(services: Services, order: OrderRow, asked: RentalInput): RentalChange {
  const { kind, pickupDate = order.pickupDate, returnDate } = asked;
  if (returnDate === undefined) throw invalidField("returnDate", "is required", "required");
  const isAsItWas = returnDate === order.returnDate && pickupDate === order.pickupDate;
  if (isAsItWas) throw invalidField("returnDate", "is as it was", "unchanged");
  if (kind === "dates") return { kind, pickupDate, returnDate };
  return kind === "extension" ? { kind, returnDate } : { kind, returnDate, askedOn: today(services) };
}

/** Throws a Refusal where somebody else has the car on a wanted day, with the latest date of an extension. */
async function refuseOthersDays(
  db: Db,
  order: OrderRow,
  kind: RentalChange["kind"],
  { pickupDate, returnDate }: Rental,
): Promise<void> {
  // A plan's order whose host has declined waits for another car.
  if (kind === "early_return" || isBackAtAdmins(order)) return;
  const from = kind === "extension" ? addDays(order.returnDate, 1) : pickupDate;
  const [taken] = await findOthersDays(db, order, from, returnDate);
  if (!taken) return;
  const latest = addDays(taken.from, -1);
  throw new Refusal("car_taken", "Someone else has this car on some of these days.", {
    ...(kind === "extension" && latest > order.returnDate && { latestReturnDate: latest }),
  });
}

/** The parts of an order that a change of its rental is about. */
export function rentalOf(order: OrderRow): NonNullable<RentalState["rental"]> {
  const taxLines = taxLinesOf(order);
  return {
    pickupDate: order.pickupDate,
    returnDate: order.returnDate,
    days: order.days,
    months: order.months,
    discountPercent: order.discountPercent,
    lines: order.lines,
    fees: order.fees,
    taxes: order.taxes,
    ...(taxLines.length > 0 && { taxLines }),
    milesIncluded: order.milesIncluded,
    carId: order.carId,
    carName: order.carName,
  };
}

/** The return date of a rental after a change. */
export const returnDateOf = ({ after }: { after: RentalState }): IsoDate => after.rental?.returnDate ?? "";

/**
 * An order as a change of it was quoted: with the days in repair that were recorded then. Others may be recorded
 * while the change waits; they keep their amount through it, and change nothing about what was agreed.
 */
export const asQuoted = (order: OrderRow, { before }: Pick<ChangeRow, "before">): OrderRow => ({
  ...order,
  lines: [
    ...order.lines.filter((line) => !isRepairLine(line)),
    ...(before.rental?.lines ?? []).filter(isRepairLine),
  ],
});
