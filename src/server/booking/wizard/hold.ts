import { isInFleet } from "#domain/cars/listing-states.ts";
import type { SQL } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { mostUnpaidBookings } from "#domain/booking/unpaid-holds.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { withRetries } from "#server/db/retries.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { CarHeld, carTaken, alternativesTo } from "#server/booking/car-taken.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { lockCar, type OrderableCar } from "#server/orders/queries.ts";
import { isHeldByOthers } from "#server/rentals/held-by.ts";
import { carNotFound, refuseRental, refuseStay } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { isVerifiedRenter, mayHold } from "#server/rentals/unpaid-holds.ts";
import type { FirstRenter } from "#server/booking/promo.ts";
import { type Draft, endHoldsOf, holdFrom, otherHeldCar } from "./drafts.ts";
import { afterPages } from "./open-pages.ts";
import { isUnpaidBooking } from "#server/rentals/unpaid-booking.ts";

/** Who books: signed in, with a confirmed address. */
export type WizardRenter = { id: string; email: string; fullName: string };
/** The renter and, as a keyed hash, the network from which they call. */
export type WizardCaller = { booker: WizardRenter; placedFrom: string };

/** Ends a transaction because a booking's hold has run out. */
export class HoldLost extends Error {
  readonly carId: string;
  readonly rental: Rental;

  constructor(carId: string, rental: Rental) {
    super("The hold of this booking has run out");
    this.carId = carId;
    this.rental = rental;
  }
}

/**
 * Does a step of a booking in one transaction, after it has ended the provider's open page. If somebody else has
 * the car, or the hold has run out, alternatives are searched after the transaction.
 */
export async function inOneStep<T>(services: Services, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await afterPages(services, () => withRetries(() => services.database.transaction(work)));
  } catch (error) {
    if (error instanceof HoldLost) {
      throw new Refusal(
        "hold_lost",
        "The car is no longer on hold for you. Everything you entered is still here: choose your dates to continue.",
        await alternativesTo(services, error.carId, error.rental),
      );
    }
    if (error instanceof CarHeld) throw carTaken(await alternativesTo(services, error.carId, error.rental));
    throw error;
  }
}

/** Locks a car, and the one that the account holds now, always in the order of their ids. */
export async function lockCars(tx: Db, accountId: string, carId: string): Promise<OrderableCar | undefined> {
  const other = await otherHeldCar(tx, accountId, carId);
  let wanted: OrderableCar | undefined;
  for (const id of [carId, ...(other ? [other] : [])].toSorted()) {
    const car = await lockCar(tx, id);
    if (id === carId) wanted = car;
  }
  return wanted;
}

/**
 * Makes room for this account's hold of a car's days: ends the account's other holds and the holds whose time is
 * over. Throws if the car or the days aren't possible, or if somebody else has the car.
 */
export async function makeRoom(
  services: Services,
  tx: Db,
  { accountId, car, rental }: { accountId: string; car: OrderableCar | undefined; rental: Rental },
): Promise<void> {
  if (!car || !isInFleet(car.listingState)) throw carNotFound("carId");
  refuseRental(rental, today(services), car.minRentDays);
  refuseStay(rental, today(services), car);
  await refuseOwnCar(tx, car, { accountId });
  if (!car.available) throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
  await endStaleOf(services, tx, car.id);
  await endHoldsOf(tx, accountId);
  if (await isHeldByOthers(tx, car.id, rental)) throw new CarHeld(car.id, rental);
}

/** The database's clock says when a hold begins and ends. */
export type HoldColumns = {
  placedFrom: string;
  lacksHold: boolean;
  holdBeganAt: SQL | null;
  holdEndsAt: SQL | null;
};
type WantedHold = WizardCaller & { carId: string; id: string };

/**
 * The columns of a new hold if there is room for an unpaid one, otherwise the columns of a booking that waits
 * without a hold. Comes after every other lock.
 */
export async function holdOrWait(
  services: Services,
  tx: Db,
  { booker, placedFrom, carId, id }: WantedHold,
  began: Date | null,
): Promise<HoldColumns> {
  const isHeld =
    (await mayConfirmUnpaid(services, tx, booker.id)) &&
    (await mayHold(services, tx, { accountId: booker.id, address: null, placedFrom, carId, id }));
  const hold = isHeld ? holdFrom(began) : { holdBeganAt: null, holdEndsAt: null };
  return { placedFrom, lacksHold: !isHeld, ...hold };
}

const unpaid = `select count(*)::int as count from orders where account_id = $1 and ${isUnpaidBooking}
  and (orders.status = 'confirmed' or orders.source <> 'plan' and orders.placed_from is not null)`;

/**
 * Throws a Refusal if the account already has the most confirmed bookings that may be unpaid. Bookings that an
 * administrator confirmed never count.
 */
export async function refuseTooManyUnpaid(tx: Db, accountId: string): Promise<void> {
  const most = mostUnpaidBookings(true);
  if ((await countUnpaid(tx, accountId)) < most) return;
  throw new Refusal(
    "too_many_unpaid",
    `You have ${most} confirmed bookings that aren't paid for yet. Please contact us to book another car.`,
  );
}

const countUnpaid = async (tx: Db, accountId: string): Promise<number> =>
  (await rowsIn(tx)<{ count: number }>(unpaid, [accountId]))[0]?.count ?? 0;

/**
 * Whether one more booking of an account may be confirmed before it is paid. Until the licence is verified, only one
 * may: uploaded pictures that nobody has checked don't count as a licence.
 */
export const mayConfirmUnpaid = async (
  { config }: Pick<Services, "config">,
  tx: Db,
  accountId: string,
): Promise<boolean> =>
  !config.rateLimits ||
  (await countUnpaid(tx, accountId)) < mostUnpaidBookings(await isVerifiedRenter(tx, accountId));

/** The renter of a booking for the rule of the first rental. */
export const firstRenterOf = (
  { id, email }: Pick<WizardRenter, "id" | "email">,
  draft: Pick<Draft, "id" | "customerPhone">,
): FirstRenter => ({ accountId: id, email, phone: draft.customerPhone, draftId: draft.id });

/** Throws a Refusal for an account without a confirmed address: the booking is emailed there. */
export function wizardRenterOf({ id, email, fullName }: WizardRenter): WizardRenter {
  if (email) return { id, email, fullName };
  throw new Refusal("email_not_confirmed", "Please confirm your email address first.");
}

export const refuseBackwards = ({ pickupDate, returnDate }: Rental): void => {
  if (returnDate <= pickupDate)
    throw invalidField("returnDate", "must be after the pickup date", "return_before_pickup");
};
