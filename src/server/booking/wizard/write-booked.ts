import { eq } from "drizzle-orm";
import { carColumns } from "#server/rentals/car-columns.ts";
import { hostTerms } from "#server/rentals/host-terms.ts";
import { defaultPickupTime, pickupTimeOf } from "#domain/booking/pickup-times.ts";
import { hostNoticeOf, unplacedOrder } from "#domain/orders/host-notices.ts";
import { firstRequestColumns } from "#domain/orders/host-requests.ts";
import { answerWithin } from "#domain/orders/lifecycle.ts";
import { later } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { dailyOrdered } from "#domain/pricing/insurance.ts";
import type { CarExtras, Price } from "#domain/pricing/pricing.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { carTariff } from "#domain/pricing/tariff.ts";
import { ratesIn } from "#domain/pricing/tax-rates.ts";
import { hashToken, randomToken } from "#server/auth/link-tokens.ts";
import type { Db } from "#server/db/open-database.ts";
import { wizardDrafts } from "#server/db/schema/wizard.ts";
import { moneySummaryOf } from "#server/ledger/money-summary.ts";
import type { Email } from "#server/mail/email.ts";
import { bookedAdminEmail, placedAdminEmail } from "#server/orders/emails/to-admin.ts";
import { bookedEmail } from "#server/orders/emails/booked.ts";
import { receivedEmail } from "#server/orders/emails/received.ts";
import { tellHost } from "#server/orders/emails/to-host.ts";
import type { OrderableCar, OrderRow } from "#server/orders/queries.ts";
import { writeOrder } from "#server/booking/write-order.ts";
import { type LicenceOf, licenceStatus } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";
import type { Draft } from "./drafts.ts";
import type { WizardRenter } from "./hold.ts";

type NewBooking = {
  draft: Draft;
  car: OrderableCar;
  licence: LicenceOf;
  booker: WizardRenter;
  promo: Cents;
  /** The promo code in the booking's price; null if another order has used it since the price was agreed. */
  takes: string | null;
  placedFrom: string | null;
  collisionIncluded: boolean;
  /**
   * Pending if it waits for its host or without its car; cancelled at once if its first payment came too late for
   * its dates or was too small, or if its renter is suspended.
   */
  status: "confirmed" | "pending" | "cancelled";
  /** Whether a pending order waits without its car; an order that waits for its host can keep it. */
  lacksHold?: boolean;
};

/**
 * What a booking is priced by, besides its car. An agreed price is taxed by the rates of the day when it was agreed.
 */
export const extrasOf = (
  { config }: Pick<Services, "config">,
  { city }: Pick<OrderableCar, "city">,
  draft: Draft,
  promo: Cents,
): CarExtras => ({
  insurance: draft.insurance ?? undefined,
  promo,
  taxRates: draft.agreed ? (draft.agreed.taxRates ?? []) : ratesIn(config.taxRates, city),
});

/** The price of a booking with its present answers. */
export const priceOfDraft = (
  services: Pick<Services, "config">,
  car: Pick<OrderableCar, "monthlyPrice" | "city">,
  draft: Draft,
  promo: Cents,
): Price => carPrice(car.monthlyPrice, draft, extrasOf(services, car, draft, promo));

/** Replaces a begun booking by its order, with a history. Must hold the locks of its account and its car. */
export async function writeBooked(
  { config, now }: Pick<Services, "config" | "now">,
  tx: Db,
  {
    draft,
    car,
    licence,
    booker,
    promo,
    takes,
    placedFrom,
    collisionIncluded,
    status,
    lacksHold = false,
  }: NewBooking,
): Promise<OrderRow> {
  const insurance = draft.insurance ?? undefined;
  await tx.delete(wizardDrafts).where(eq(wizardDrafts.id, draft.id));
  const at = new Date(now());
  const rental = {
    source: "wizard",
    status,
    ...hostTerms({ config }, car),
    pickupDate: draft.pickupDate,
    pickupTime: pickupTimeOf(draft.pickupDate, draft.pickupTime, now()),
    emailConfirmedAt: at,
  } as const;
  const written = {
    ...priceOfDraft({ config }, car, draft, promo),
    id: draft.id,
    orderNumber: draft.orderNumber,
    expiresAt: status === "pending" ? new Date(now() + answerWithin.wizard) : null,
    ...rental,
    ...firstRequestColumns(rental, at),
    ...carColumns(car),
    returnDate: draft.returnDate,
    returnTime: draft.returnTime ?? defaultPickupTime,
    customerName: booker.fullName || (licence.licence?.fullName ?? ""),
    customerEmail: booker.email,
    customerPhone: draft.customerPhone,
    pickupLocation: draft.pickupLocation,
    language: draft.language,
    monthlyPrice: car.monthlyPrice,
    tariff: carTariff(car, extrasOf({ config }, car, draft, promo)),
    promoCode: takes,
    insurance: insurance && dailyOrdered(insurance),
    collisionIncluded,
    paymentMethod: draft.paymentMethod,
    paymentCard: draft.paymentCard,
    requestHash: draft.requestHash,
    // The order's page belongs to its owner: no email carries a key to it.
    keyHash: hashToken(randomToken()),
    placedFrom,
    accountId: booker.id,
    createdAt: at,
    lacksHold: status === "pending" && lacksHold,
  } as const;
  const used = status === "cancelled" ? null : takes;
  return writeOrder({ now }, tx, written, { actor: booker.id, promo: used });
}

/** Emails the host about a booking that is an order now: a request to answer, or that the car is booked. */
export async function tellHostOfBooking(
  services: Pick<Services, "config" | "outbox">,
  tx: Db,
  order: OrderRow,
): Promise<void> {
  const notice = hostNoticeOf(unplacedOrder, order, false);
  if (notice) await tellHost(services, tx, order, notice);
}

/** The emails to renter and administrators about an order that waits for our answer or its host's. */
export const waitingEmails = ({ config }: Pick<Services, "config">, order: OrderRow): Email[] => [
  receivedEmail(config, order, undefined),
  placedAdminEmail(config, order),
];

/** The emails to renter and administrators about a confirmed booking. */
export async function bookedEmails(
  { config, now }: Pick<Services, "config" | "now">,
  tx: Db,
  order: OrderRow,
  { licence }: LicenceOf,
): Promise<Email[]> {
  const summary = await moneySummaryOf({ now }, tx, order.id);
  const [first] = summary.standing;
  const how = {
    // The license has to be valid on the day of the pickup.
    licence: licenceStatus(licence, later(today({ now }), order.pickupDate)),
    isPaid: first !== undefined && first.paid >= first.amount,
  };
  return [bookedEmail(config, order, { ...how, ...summary }), bookedAdminEmail(config, order, how)];
}
