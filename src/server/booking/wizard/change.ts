import { orderNotFound } from "#server/ledger/order-queries.ts";
import { eq, sql } from "drizzle-orm";
import type { WizardChange } from "#contract/account/booking.ts";
import { Refusal } from "#contract/errors.ts";
import type { Db } from "#server/db/open-database.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { promoDiscount } from "#server/booking/promo.ts";
import { findOrder, lockCar, type OrderableCar } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import { isHeldByOthers } from "#server/rentals/held-by.ts";
import { refuseTimePast, stayError } from "#server/rentals/rental-errors.ts";
import { type Draft, endHoldsOf, findDraft, holdFrom, type NewDraft, takeTurn } from "./drafts.ts";
import {
  type WizardCaller,
  type HoldColumns,
  holdOrWait,
  inOneStep,
  lockCars,
  makeRoom,
  firstRenterOf,
  refuseBackwards,
} from "./hold.ts";
import { refuseOpenPage } from "./open-pages.ts";

/**
 * Goes on with a booking, and prolongs its hold. Answers are kept even if the hold is lost; new dates take a new
 * hold. Throws a Refusal if somebody else has the car then, and for the id of another account's booking.
 */
export const changeWizard = (
  services: Services,
  id: string,
  body: WizardChange,
  by: WizardCaller,
): Promise<Draft> => inOneStep(services, (tx) => changeIn(services, tx, { id, body, ...by }));

type WizardChangeRequest = WizardCaller & { id: string; body: WizardChange };

async function changeIn(services: Services, tx: Db, asked: WizardChangeRequest): Promise<Draft> {
  const { id, body, booker } = asked;
  await takeTurn(tx, booker.id);
  const seen = await findOwnDraft(tx, id, booker.id);
  const rental = {
    pickupDate: body.pickupDate ?? seen.pickupDate,
    returnDate: body.returnDate ?? seen.returnDate,
  };
  refuseBackwards(rental);
  if (body.pickupTime !== undefined || takesDates(body))
    refuseTimePast(
      { ...rental, pickupTime: body.pickupTime === undefined ? seen.pickupTime : body.pickupTime },
      services.now(),
    );
  const isMoved = takesDates(body);
  const car =
    isMoved || seen.lacksHold ? await lockCars(tx, booker.id, seen.carId) : await lockCar(tx, seen.carId);
  if (!isMoved) await endStaleOf(services, tx, seen.carId);
  const draft = await findOwnDraft(tx, id, booker.id);
  await refuseOpenPage(tx, id);
  if (isMoved) await makeRoom(services, tx, { accountId: booker.id, car, rental });
  if (body.promo) await promoDiscount(tx, body.promo, firstRenterOf(booker, { ...draft, ...phoneOf(body) }));
  const hold = await holdAfter(services, tx, { ...asked, draft, car, takesDates: isMoved });
  const [changed] = await tx
    .update(wizardDrafts)
    .set({
      ...answersOf(body, draft),
      ...(isMoved && rental),
      ...hold,
      // The agreement was about the booking before this change; a new hold can be prolonged again by a page.
      agreed: null,
      ...(!draft.holdEndsAt && { pageEndsAt: null }),
      touchedAt: sql`now()`,
    })
    .where(eq(wizardDrafts.id, id))
    .returning();
  if (!changed) throw orderNotFound();
  return changed;
}

type WizardStep = WizardChangeRequest & {
  draft: Draft;
  car: OrderableCar | undefined;
  takesDates: boolean;
};

/**
 * The hold after a step: a step prolongs the hold, dates take a new one, and a booking that waits without a hold
 * gets one as soon as there is room, unless somebody else has taken the car.
 */
async function holdAfter(
  services: Services,
  tx: Db,
  { booker, placedFrom, draft, car, takesDates }: WizardStep,
): Promise<Partial<HoldColumns>> {
  const wanted = { booker, placedFrom, carId: draft.carId, id: draft.id };
  if (takesDates) return holdOrWait(services, tx, wanted, draft.holdBeganAt);
  if (draft.holdEndsAt) return { placedFrom, ...holdFrom(draft.holdBeganAt) };
  if (!draft.lacksHold) return {};
  if (await isHeldByOthers(tx, draft.carId, draft)) return { lacksHold: false };
  // The car's host may want more notice by now. Completing the booking says so.
  if (!car || stayError(draft, today(services), car)) return {};
  const hold = await holdOrWait(services, tx, wanted, null);
  // An account has only one hold, and the booking that waits here is the newer one.
  if (!hold.lacksHold) await endHoldsOf(tx, booker.id);
  return hold;
}

const takesDates = ({ pickupDate, returnDate }: WizardChange): boolean =>
  pickupDate !== undefined || returnDate !== undefined;

const phoneOf = ({ customerPhone }: WizardChange) => (customerPhone === undefined ? {} : { customerPhone });

/** The columns of the answers. A card is kept only as long as the payment method is a card. */
function answersOf(body: WizardChange, draft: Draft): Partial<NewDraft> {
  const { customerPhone, pickupLocation, selectedInsurance, paymentMethod, card, promo, language } = body;
  const method = paymentMethod ?? draft.paymentMethod;
  return {
    ...(customerPhone !== undefined && { customerPhone }),
    ...(pickupLocation !== undefined && { pickupLocation }),
    ...(body.pickupTime !== undefined && { pickupTime: body.pickupTime }),
    ...(body.returnTime !== undefined && { returnTime: body.returnTime }),
    ...(selectedInsurance !== undefined && { insurance: selectedInsurance }),
    ...(paymentMethod !== undefined && { paymentMethod }),
    paymentCard: method === "credit-card" ? (card ?? draft.paymentCard) : null,
    ...(promo !== undefined && { promo: promo || null }),
    ...(language !== undefined && { language }),
  };
}

/**
 * Returns an account's own booking. Throws a Refusal for somebody else's, as if there were none, and for a complete
 * one.
 */
export async function findOwnDraft(tx: Db, id: string, accountId: string): Promise<Draft> {
  const draft = await findDraft(tx, { id });
  if (draft?.accountId === accountId) return draft;
  const placed = draft ? undefined : await findOrder(tx, id);
  if (placed?.order.accountId === accountId && placed.order.source === "wizard")
    throw new Refusal("conflict", "This booking is complete. Please contact us to change it.");
  throw orderNotFound();
}
