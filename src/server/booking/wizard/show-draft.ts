import type { WizardBooking } from "#contract/account/booking.ts";
import { ratesIn } from "#domain/pricing/tax-rates.ts";
import { promoOf } from "#server/booking/promo.ts";
import { findOrderableCar } from "#server/orders/queries.ts";
import { isCollisionIncluded } from "#server/rentals/collision-cover.ts";
import { isHeldByOthers } from "#server/rentals/held-by.ts";
import { findNextFree } from "#server/rentals/next-free.ts";
import { carNotFound } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { type Draft, findDraft } from "./drafts.ts";
import { type WizardRenter, firstRenterOf } from "./hold.ts";
import { presentDraft } from "./present.ts";

/** What an account is booking, by the id that its order will have; undefined for anybody else. */
export async function showOwnDraft(
  services: Services,
  id: string,
  account: WizardRenter,
): Promise<WizardBooking | undefined> {
  const begun = await findDraft(services.database.db, { id });
  return begun?.accountId === account.id ? showDraft(services, begun, account) : undefined;
}

/** A booking under way with today's price; where the hold is lost, with when the car is available next. */
export async function showDraft(
  services: Services,
  begun: Draft,
  booker: WizardRenter,
): Promise<WizardBooking> {
  const { database } = services;
  const draft = await withoutTakenDays(services, begun);
  const car = await findOrderableCar(database.db, draft.carId);
  if (!car) throw carNotFound("carId");
  return presentDraft(services, {
    draft,
    car,
    booker,
    promo: await promoOf(database.db, draft.promo ?? undefined, firstRenterOf(booker, draft)),
    taxRates: ratesIn(services.config.taxRates, car.city),
    collisionIncluded: await isCollisionIncluded(services),
    nextFree:
      draft.holdEndsAt || draft.lacksHold
        ? undefined
        : await findNextFree(database, car, draft, today(services)),
  });
}

/** If somebody else has the car of a booking that waits for a hold, the booking no longer waits for one. */
async function withoutTakenDays({ database }: Services, draft: Draft): Promise<Draft> {
  const isTaken = draft.lacksHold && (await isHeldByOthers(database.db, draft.carId, draft));
  return isTaken ? { ...draft, lacksHold: false } : draft;
}
