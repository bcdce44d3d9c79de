import type { WizardBooking } from "#contract/account/booking.ts";
import { defaultPickupTime, pickupTimeOf } from "#domain/booking/pickup-times.ts";
import { needsHostAnswer, emptyRequestColumns } from "#domain/orders/host-requests.ts";
import { dailyOrdered } from "#domain/pricing/insurance.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { carTariff } from "#domain/pricing/tariff.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import { presentOrder } from "#server/orders/present.ts";
import type { OrderableCar, OrderRow, PlacedOrder } from "#server/orders/queries.ts";
import type { FreeRange } from "#server/rentals/next-free.ts";
import type { Services } from "#server/services.ts";
import type { Draft } from "./drafts.ts";
import type { WizardRenter } from "./hold.ts";

type PresentServices = Pick<Services, "imageStore" | "now">;

type PresentedDraft = {
  draft: Draft;
  car: OrderableCar;
  booker: WizardRenter;
  promo: number;
  taxRates: readonly TaxRate[];
  collisionIncluded: boolean;
  nextFree?: FreeRange[] | undefined;
};

/** A booking under way, presented as the order that it will become, at today's price. */
export function presentDraft(services: PresentServices, known: PresentedDraft): WizardBooking {
  const { draft, car, nextFree } = known;
  return {
    ...presentOrder(services, { order: orderOf(services, known), car }, "owner"),
    cancellable: false,
    confirmable: false,
    hold: draft.holdEndsAt ? "held" : draft.lacksHold ? "unheld" : "lost",
    carId: car.id,
    renter: renterOf(known.booker, draft),
    holdEndsAt: draft.holdEndsAt?.toISOString() ?? null,
    holdSeconds:
      draft.holdEndsAt && Math.max(1, Math.ceil((draft.holdEndsAt.getTime() - services.now()) / 1000)),
    customerPhone: draft.customerPhone,
    pickupLocation: draft.pickupLocation,
    chosenTimes: { pickupTime: draft.pickupTime, returnTime: draft.returnTime },
    selectedInsurance: draft.insurance,
    paymentMethod: draft.paymentMethod,
    promo: known.promo ? draft.promo : null,
    ...(nextFree && { nextFree }),
  };
}

const renterOf = ({ fullName, email }: WizardRenter, { customerPhone, pickupLocation }: Draft) => ({
  name: fullName,
  email,
  phone: customerPhone,
  pickupLocation,
});

function orderOf(
  { now }: PresentServices,
  { draft, car, booker, promo, taxRates, collisionIncluded }: PresentedDraft,
): OrderRow {
  const insurance = draft.insurance ?? undefined;
  const extras = { insurance, promo, taxRates };
  return {
    ...carPrice(car.monthlyPrice, draft, extras),
    ...draft,
    ...emptyRequestColumns,
    source: "wizard",
    status: "pending",
    tariff: carTariff(car, extras),
    unprintable: null,
    // A booking that is confirmed at once needs no answer of a host.
    hostId: needsHostAnswer(car) ? car.hostId : null,
    hostSharePercent: null,
    hostMonthlyPrice: null,
    carSince: null,
    replacing: false,
    movedInBy: null,
    movedInOn: null,
    promoCode: null,
    carName: car.name,
    carBrand: car.brand,
    city: car.city,
    category: car.category,
    monthlyPrice: car.monthlyPrice,
    insurance: insurance ? dailyOrdered(insurance) : null,
    collisionIncluded,
    customerName: booker.fullName,
    customerEmail: booker.email,
    emailConfirmedAt: draft.createdAt,
    deniedAt: null,
    expiresAt: draft.holdEndsAt,
    holdsCar: draft.holdEndsAt !== null,
    pickupTime: pickupTimeOf(draft.pickupDate, draft.pickupTime, now()),
    returnTime: draft.returnTime ?? defaultPickupTime,
    tier: null,
    location: null,
    lacksHold: false,
    keyHash: "",
    formerKeyHash: null,
    formerKeyUntil: null,
    placedFrom: null,
    tripStartedAt: null,
    tripCompletedAt: null,
    isCarOut: false,
    refundWaits: false,
    hasLowReading: false,
    carBackAt: null,
    adminWarnedAt: null,
    searchText: null,
  };
}

/** A booking that has become an order. */
export function presentBooked(services: PresentServices, placed: PlacedOrder): WizardBooking {
  const { order } = placed;
  const insurance = order.insurance;
  return {
    ...presentOrder(services, placed, "owner"),
    hold: "booked",
    carId: order.carId ?? "",
    renter: {
      name: order.customerName,
      email: order.customerEmail,
      phone: order.customerPhone,
      pickupLocation: order.pickupLocation,
    },
    holdEndsAt: null,
    holdSeconds: null,
    customerPhone: order.customerPhone,
    pickupLocation: order.pickupLocation,
    chosenTimes: { pickupTime: order.pickupTime, returnTime: order.returnTime },
    selectedInsurance: insurance && "dailyPrice" in insurance ? insurance.product : null,
    paymentMethod: order.paymentMethod,
    promo: null,
  };
}
