import type { Replacements } from "#contract/continuity.ts";
import { priceOfEnded } from "#domain/changes/price-of-change.ts";
import { addDays, daysBetween, later } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRental } from "#server/changes/apply-rental.ts";
import { hadCar } from "#server/ledger/had-car.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { previewReschedule } from "#server/ledger/reschedule.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { withRepairsLeft } from "#server/rentals/repairs.ts";
import type { Services } from "#server/services.ts";
import { lastDayOf } from "./last-day.ts";
import { type EndingRow, openOffersOf } from "./queries.ts";
import { withOfferedCar } from "./with-offered-car.ts";

/** The cars that an ended rental's renter may choose, and what comes back if the renter chooses none. */
export async function presentReplacements(
  services: Services,
  db: Db,
  order: OrderRow,
  ending: EndingRow,
): Promise<Replacements> {
  const isOpen = ending.state === "offered";
  const hasCar = await hadCar(db, order);
  const open = isOpen ? await openOffersOf(db, ending.id) : [];
  const shown = open
    .filter(({ offer }) => !offer.needsAgreement)
    .map(async (offered) => {
      const { changed, from } = await withOfferedCar(services, db, order, { ending, offered });
      const { id, name, year, city } = offered.car;
      return {
        id,
        name,
        year,
        city,
        image: services.imageStore.imagesOf(offered.car).image,
        total: wireMoney(changed.total),
        saved: wireMoney(order.total - changed.total),
        from,
        isHeld: offered.offer.isHeld,
      };
    });
  return {
    state: ending.state,
    reason: ending.reason,
    carName: ending.carName,
    endsOn: hasCar ? lastDayOf(services, order, ending) : null,
    cars: await Promise.all(shown),
    heldUntil: isOpen ? (ending.answerUntil?.toISOString() ?? null) : null,
    unused: isOpen
      ? await unusedOf(services, db, order, ending, hasCar)
      : { days: 0, amount: wireMoney(0), refund: wireMoney(0) },
  };
}

/** Returns what the renter gets back if no other car is taken: everything if the rental hasn't begun. */
async function unusedOf(
  services: Services,
  db: Db,
  order: OrderRow,
  { endsOn }: EndingRow,
  hasCar: boolean,
): Promise<Replacements["unused"]> {
  const { tariff } = order;
  if (!tariff || !hasCar) {
    const { refund, toCheck } = await settlementOf(services, db, order, { isOurs: true });
    return { days: order.days, amount: wireMoney(order.total), refund: wireMoney(refund + toCheck) };
  }
  const lastDay = later(endsOn, addDays(order.pickupDate, 1));
  const counted = await withRepairsLeft(db, order, { lastDay });
  const { tariff: ended, ...priced } = priceOfEnded({ ...counted, tariff }, lastDay);
  const changed = withRental(order, priced, { tariff: ended });
  const { refund, toCheck } = await previewReschedule(services, db, changed, "system");
  return {
    days: daysBetween(lastDay, order.returnDate),
    amount: wireMoney(order.total - changed.total),
    refund: wireMoney(refund + toCheck),
  };
}
