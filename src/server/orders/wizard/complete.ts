import { eq } from "drizzle-orm";
import { type FieldError, Refusal } from "#contract/errors.ts";
import type { Cents } from "#domain/money.ts";
import { licenceServes } from "#domain/orders/wizard.ts";
import { defaultPickupTime } from "#domain/orders/pickup-times.ts";
import { dailyOrdered } from "#domain/pricing/insurance.ts";
import { agreesWithCarTotal, carPrice } from "#domain/pricing/pricing.ts";
import { carTariff } from "#domain/pricing/tariff.ts";
import type { Db } from "#server/db/open-database.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";
import { bookedAdminEmail } from "#server/orders/emails/to-admin.ts";
import { bookedEmail } from "#server/orders/emails/to-renter.ts";
import { endStaleOf } from "#server/orders/moves/stale-orders.ts";
import { priceChanged } from "#server/orders/order-terms.ts";
import { promoDiscount } from "#server/orders/promo.ts";
import { findOrder, lockCar, type OrderableCar, type PlacedOrder } from "#server/orders/queries.ts";
import { writeOrder } from "#server/orders/write-order.ts";
import { toldOf } from "#server/ledger/told.ts";
import { type LicenceOf, licenceOf } from "#server/papers/queries.ts";
import { isCollisionIncluded } from "#server/rentals/collision-cover.ts";
import { refuseRental } from "#server/rentals/rental-errors.ts";
import { type Services, today } from "#server/services.ts";
import { findOwnDraft } from "./change.ts";
import { type Draft, takeTurn } from "./drafts.ts";
import { type Booker, HoldLost, inOneStep, refuseTooManyUnpaid } from "./hold.ts";

type Asked = {
  id: string;
  booker: Booker;
  expectedTotal: Cents | undefined;
  placedFrom: string;
  collisionIncluded: boolean;
};

/**
 * Makes the order of a booking and confirms it. A second time it is the same order. Throws a Refusal where
 * the hold has run out, an answer or the licence is missing, or the price is another one; everything typed
 * stays.
 */
export async function completeWizard(
  services: Services,
  asked: Omit<Asked, "collisionIncluded">,
): Promise<PlacedOrder> {
  const collisionIncluded = await isCollisionIncluded(services);
  return inOneStep(services, (tx) => completeIn(services, tx, { ...asked, collisionIncluded }));
}

async function completeIn(services: Services, tx: Db, asked: Asked): Promise<PlacedOrder> {
  const { id, booker } = asked;
  await takeTurn(tx, booker.id);
  const placed = await findOrder(tx, id);
  if (placed?.order.accountId === booker.id && placed.order.source === "wizard") return placed;
  const seen = await findOwnDraft(tx, id, booker.id);
  const car = await lockCar(tx, seen.carId);
  await endStaleOf(services, tx, seen.carId);
  const draft = await findOwnDraft(tx, id, booker.id);
  if (!car || !draft.holdEndsAt) throw new HoldLost(draft.carId, draft);
  const licence = await licenceOf(tx, booker.id, today(services));
  refuseIncomplete(draft, licence);
  refuseRental(draft, today(services), car.minRentDays);
  if (!car.available || car.retiredAt)
    throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
  await refuseTooManyUnpaid(tx, booker.id);
  return confirm(services, tx, { ...asked, draft, car, licence });
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
    throw new Refusal("booking_incomplete", "Something is still missing to complete this booking.", {
      fields,
    });
}

type Confirmed = Asked & { draft: Draft; car: OrderableCar; licence: LicenceOf };

/** The order in place of what was begun, with its history and its emails. */
async function confirm(
  { config, outbox, now }: Services,
  tx: Db,
  { draft, car, licence, booker, expectedTotal, placedFrom, collisionIncluded }: Confirmed,
): Promise<PlacedOrder> {
  const promo = await promoDiscount(tx, draft.promo ?? undefined, booker.email);
  const insurance = draft.insurance ?? undefined;
  const price = carPrice(car.monthlyPrice, draft, { insurance, promo });
  if (expectedTotal !== undefined && !agreesWithCarTotal(expectedTotal, price))
    throw priceChanged(price, "expectedTotal");
  await tx.delete(wizardDrafts).where(eq(wizardDrafts.id, draft.id));
  const at = new Date(now());
  const written = {
    ...price,
    id: draft.id,
    orderNumber: draft.orderNumber,
    source: "wizard",
    status: "confirmed",
    carId: car.id,
    carName: car.name,
    carBrand: car.brand,
    city: car.city,
    category: car.category,
    pickupDate: draft.pickupDate,
    returnDate: draft.returnDate,
    pickupTime: defaultPickupTime,
    returnTime: defaultPickupTime,
    customerName: booker.fullName || (licence.licence?.fullName ?? ""),
    customerEmail: booker.email,
    customerPhone: draft.customerPhone,
    pickupLocation: draft.pickupLocation,
    language: draft.language,
    monthlyPrice: car.monthlyPrice,
    tariff: carTariff(car, { insurance, promo }),
    insurance: insurance && dailyOrdered(insurance),
    collisionIncluded,
    paymentMethod: draft.paymentMethod,
    paymentCard: draft.paymentCard,
    requestHash: draft.requestHash,
    // Its page is its owner's; no email bears a key to it.
    keyHash: hashToken(randomToken()),
    placedFrom,
    accountId: booker.id,
    provedAt: at,
    createdAt: at,
  } as const;
  const order = await writeOrder({ now }, tx, written, { actor: booker.id, promo: draft.promo });
  const isVerified = licence.status === "verified";
  await outbox.post(tx, [
    bookedEmail(config, order, { isVerified, ...(await toldOf({ now }, tx, order.id)) }),
    bookedAdminEmail(config, order, { isVerified }),
  ]);
  return { order, car };
}
