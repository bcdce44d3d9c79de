import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { type FieldError, Refusal } from "#contract/errors.ts";
import type { Cents } from "#domain/money.ts";
import { licenceServes } from "#domain/booking/wizard.ts";
import { instalmentsOf } from "#domain/pricing/instalments.ts";
import { needsHostAnswer } from "#domain/orders/host-requests.ts";
import { leastCharge } from "#domain/payments/payments.ts";
import { agreesWithCarTotal, type Price } from "#domain/pricing/pricing.ts";
import { refuseOwnCar } from "#server/auth/own-car.ts";
import { refuseBarredOrder } from "#server/blocks/queries.ts";
import type { Db } from "#server/db/open-database.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { priceChanged } from "#server/booking/order-terms.ts";
import { agreePromo, promoDiscount } from "#server/booking/promo.ts";
import { findOrder, lockCar, type OrderableCar, type PlacedOrder } from "#server/orders/queries.ts";
import { type LicenceOf, licenceOf } from "#server/papers/queries.ts";
import { isCollisionIncluded } from "#server/rentals/collision-cover.ts";
import { refuseRental, refuseStay, refuseTimePast } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { findOwnDraft } from "./change.ts";
import { refuseTooManyOpen } from "#server/booking/order-limits.ts";
import { isHeldByOthers } from "#server/rentals/held-by.ts";
import { type Draft, endHoldsOf, findDraft, takeTurn } from "./drafts.ts";
import {
  type WizardCaller,
  HoldLost,
  holdOrWait,
  inOneStep,
  mayConfirmUnpaid,
  firstRenterOf,
  refuseTooManyUnpaid,
} from "./hold.ts";
import { refuseOpenPage } from "./open-pages.ts";
import { bookedEmails, priceOfDraft, tellHostOfBooking, waitingEmails, writeBooked } from "./write-booked.ts";

type CompleteRequest = WizardCaller & {
  id: string;
  expectedTotal: Cents | undefined;
  collisionIncluded: boolean;
};

/** The order or, with a payment provider, the booking that its first payment confirms. */
type CompletionResult = { placed: PlacedOrder } | { draft: Draft };

/**
 * Makes the order of a booking and confirms it; with a provider, records the agreement for the first payment to
 * confirm. Without a hold, the order waits for an answer. A second call returns the same. Throws a Refusal if the
 * hold has run out, an answer or the licence is missing, or the price has changed; all answers stay.
 */
export async function completeWizard(
  services: Services,
  asked: Omit<CompleteRequest, "collisionIncluded">,
): Promise<CompletionResult> {
  const collisionIncluded = await isCollisionIncluded(services);
  return inOneStep(services, (tx) => completeIn(services, tx, { ...asked, collisionIncluded }));
}

async function completeIn(services: Services, tx: Db, asked: CompleteRequest): Promise<CompletionResult> {
  const { id, booker } = asked;
  await takeTurn(tx, booker.id);
  const placed = await findOrder(tx, id);
  if (placed?.order.accountId === booker.id && placed.order.source === "wizard") return { placed };
  const seen = await findOwnDraft(tx, id, booker.id);
  const car = await lockCar(tx, seen.carId);
  await endStaleOf(services, tx, seen.carId);
  const draft = await findOwnDraft(tx, id, booker.id);
  if (!car || !(draft.holdEndsAt || draft.lacksHold)) throw new HoldLost(draft.carId, draft);
  if (!draft.holdEndsAt && (await isHeldByOthers(tx, car.id, draft))) throw new HoldLost(draft.carId, draft);
  const licence = await licenceOf(tx, booker.id, today(services));
  refuseIncomplete(draft, licence);
  refuseRental(draft, today(services), car.minRentDays);
  refuseTimePast({ pickupDate: draft.pickupDate }, services.now());
  // While a booking waits without a hold, its host's rules and the car's owner may change.
  if (!draft.holdEndsAt) refuseStay(draft, today(services), car);
  await refuseOwnCar(tx, car, { accountId: booker.id });
  if (!car.available || car.retiredAt)
    throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
  await refuseTooManyUnpaid(tx, booker.id);
  await refuseBarredOrder(tx, { email: booker.email, phone: draft.customerPhone, account: booker });
  return agreeOrWait(services, tx, { ...asked, draft, car, licence });
}

/** Throws a Refusal that names every answer that is missing. */
function refuseIncomplete(draft: Draft, licence: LicenceOf): void {
  const required: FieldError = { code: "required", message: "is required" };
  const fields = {
    ...(!draft.insurance && { selectedInsurance: required }),
    ...(!draft.paymentMethod && { paymentMethod: required }),
    ...(!licenceServes(licence.hasImages, licence.status) && {
      licence: { code: "licence_required", message: "must be uploaded, front and back" },
    }),
  };
  if (Object.keys(fields).length)
    throw new Refusal("booking_incomplete", "Some details are still missing to complete this booking.", {
      fields,
    });
}

type AgreedBooking = CompleteRequest & { draft: Draft; car: OrderableCar; licence: LicenceOf };

async function agreeOrWait(services: Services, tx: Db, confirmed: AgreedBooking): Promise<CompletionResult> {
  const { draft, car, licence, booker, expectedTotal } = confirmed;
  const promo = await promoDiscount(tx, draft.promo ?? undefined, firstRenterOf(booker, draft));
  const price = priceOfDraft(services, car, draft, promo);
  if (expectedTotal !== undefined && !agreesWithCarTotal(expectedTotal, price))
    throw priceChanged(price, "expectedTotal");
  const takes = promo > 0 ? draft.promo : null;
  const lacksHold = !(await hasHold(services, tx, confirmed));
  if (lacksHold || needsHostAnswer(car)) {
    // A payment on an open page of the provider would confirm the booking.
    await refuseOpenPage(tx, draft.id);
    if (services.config.rateLimits) await refuseTooManyOpen(tx, booker.id);
    const order = await writeBooked(services, tx, {
      ...confirmed,
      promo,
      takes,
      status: "pending",
      lacksHold,
    });
    await services.outbox.post(tx, waitingEmails(services, order));
    await tellHostOfBooking(services, tx, order);
    return { placed: { order, car } };
  }
  const first = instalmentsOf({ ...draft, ...price, tariff: price })[0]?.amount ?? 0;
  if (services.providers.size > 0 && first >= leastCharge)
    return agree(tx, draft, { ...agreedOf(price), monthlyPrice: car.monthlyPrice, first, promo }, takes);
  const order = await writeBooked(services, tx, { ...confirmed, promo, takes, status: "confirmed" });
  await services.outbox.post(tx, await bookedEmails(services, tx, order, licence));
  await tellHostOfBooking(services, tx, order);
  return { placed: { order, car } };
}

const agreedOf = ({ total, taxRates }: Price) => ({ total, ...(taxRates && { taxRates }) });

/** Whether a booking has a hold on its car; takes one now if it can. Comes after every other lock. */
async function hasHold(
  services: Services,
  tx: Db,
  { id, booker, placedFrom, draft }: AgreedBooking,
): Promise<boolean> {
  if (draft.holdEndsAt) return mayConfirmUnpaid(services, tx, booker.id);
  const hold = await holdOrWait(services, tx, { booker, placedFrom, carId: draft.carId, id }, null);
  if (hold.lacksHold) return false;
  await endHoldsOf(tx, booker.id);
  await tx.update(wizardDrafts).set(hold).where(eq(wizardDrafts.id, id));
  return true;
}

/** Records the agreement of a booking: its first payment books it, at the agreed price and with its promo code. */
async function agree(
  tx: Db,
  { id, agreed: former }: Draft,
  agreed: NonNullable<Draft["agreed"]>,
  takes: string | null,
): Promise<CompletionResult> {
  // An open page of the provider with another sum ends first.
  if (!isDeepStrictEqual(former, agreed)) await refuseOpenPage(tx, id);
  await tx
    .update(wizardDrafts)
    .set({ agreed, touchedAt: sql`now()` })
    .where(eq(wizardDrafts.id, id));
  if (takes) await agreePromo(tx, takes, id);
  const draft = await findDraft(tx, { id });
  if (!draft) throw new Error("A booking was agreed, and is gone");
  return { draft };
}
