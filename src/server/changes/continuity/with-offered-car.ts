import { priceWithNextCar } from "#domain/changes/price-of-change.ts";
import { daysBetween, type IsoDate, later } from "#domain/dates.ts";
import type { Db } from "#server/db/open-database.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { carColumns } from "#server/rentals/car-columns.ts";
import { hostTerms } from "#server/rentals/host-terms.ts";
import { withRepairsLeft } from "#server/rentals/repairs.ts";
import { type Services, today } from "#server/services.ts";
import { type GivenCar, withRental } from "#server/changes/apply-rental.ts";
import type { EndingRow, OfferedCar } from "./queries.ts";

/** The first day with another car: the former car's last day, but not before the pickup or today. */
export const firstDayOfNext = (
  { pickupDate }: Pick<OrderRow, "pickupDate">,
  endsOn: IsoDate,
  on: IsoDate,
): IsoDate => later(later(endsOn, pickupDate), on);

/** An order with an offered car, and the day when that begins; the order's price stays or falls. */
export async function withOfferedCar(
  services: Services,
  db: Db,
  order: OrderRow,
  { ending: { endsOn }, offered: { offer, car } }: { ending: EndingRow; offered: OfferedCar },
) {
  const { tariff, pickupDate } = order;
  if (!tariff) throw new Error("A rental without a tariff can't go on with another car");
  const from = firstDayOfNext(order, endsOn, today(services));
  const lastDay = endsOn > pickupDate ? endsOn : pickupDate;
  const daysWithoutCar = daysBetween(lastDay, from);
  const { monthlyPrice } = offer;
  const counted = await withRepairsLeft(db, order, { lastDay, nextFrom: from });
  const { tariff: next, ...priced } = priceWithNextCar(
    { ...counted, tariff },
    { monthlyPrice, from, daysWithoutCar },
  );
  const given: GivenCar = {
    ...carColumns(car),
    tariff: next,
    ...hostTerms(services, car),
    hostMonthlyPrice: car.hostId === null ? null : monthlyPrice,
    carSince: from > pickupDate ? from : null,
    ...(car.hostId !== null && { hostAnswer: "booked" as const, hostAnsweredAt: new Date(services.now()) }),
    replacing: false,
  };
  return { priced, given, from, lastDay, changed: withRental(order, priced, given) };
}
