import { type Cancellation, type Order, wireInsurance } from "#contract/orders.ts";
import { wirePrice, wireTaxes } from "#contract/quotes.ts";
import { isBackAtAdmins, isForHost, waitsForHost } from "#domain/orders/host-requests.ts";
import { confirmWithin } from "#domain/orders/lifecycle.ts";
import { mayMove } from "#domain/orders/moves.ts";
import { maskEmail } from "#domain/people/email-address.ts";
import { divideHalfUp, wireMoney } from "#domain/money.ts";
import type { Price } from "#domain/pricing/pricing.ts";
import { taxLinesOf } from "#domain/pricing/taxed-price.ts";
import { cardBrandNames } from "#domain/people/card-numbers.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import type { OrderViewer } from "./order-key.ts";
import type { Services } from "#server/services.ts";
import type { OrderRow, PlacedOrder } from "./queries.ts";

/** What the taxes of an order are, by the rates that it keeps. */
const taxesOf = (order: OrderRow): Pick<Price, "taxLines" | "taxRates"> => {
  const taxRates = order.tariff?.taxRates;
  return taxRates ? { taxLines: taxLinesOf(order), taxRates } : {};
};

/** An order as anybody with its id sees it: no name, address or phone, and the email address masked. */
export function presentOrder(
  { imageStore, now }: Pick<Services, "imageStore" | "now">,
  { order, car }: PlacedOrder,
  by?: OrderViewer,
): Order {
  const isOwn = by !== undefined;
  const isReader = by === "reader" || by === "key";
  const brand = cardBrandNames.find((name) => name === order.paymentCard?.brand);
  return {
    ...wirePrice({ ...order, ...taxesOf(order) }),
    id: order.id,
    orderNumber: order.orderNumber,
    source: order.source,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    ...(order.status === "pending" && endOf(order, now())),
    ...heldUntil(order, now()),
    ...(order.status === "pending" &&
      order.carId &&
      order.lacksHold &&
      !isBackAtAdmins(order) && { waitsWithoutHold: true }),
    ...hostOf(order, isOwn),
    emailConfirmed: order.emailConfirmedAt !== null,
    confirmable: isReader && order.status === "pending" && order.emailConfirmedAt === null,
    pickupDate: order.pickupDate,
    returnDate: order.returnDate,
    pickupTime: order.pickupTime,
    returnTime: order.returnTime,
    totalPrice: wireMoney(order.total),
    dailyRate: wireMoney(divideHalfUp(order.monthlyPrice, 30)),
    monthlyPrice: wireMoney(order.monthlyPrice),
    // A stranger may have typed them: the key's holder sees them once the address is confirmed, the owner at once.
    ...(isOwn &&
      (by !== "key" || order.emailConfirmedAt !== null) && {
        renter: {
          name: order.customerName,
          email: order.customerEmail,
          phone: order.customerPhone,
          pickupLocation: order.pickupLocation,
        },
      }),
    customerEmail: maskEmail(order.customerEmail),
    // A car whose host declined is not shown: it isn't the renter's.
    ...(car &&
      !isBackAtAdmins(order) && {
        car: {
          id: car.id,
          name: order.carName ?? car.name,
          brand: order.carBrand ?? car.brand,
          model: car.model,
          year: car.year,
          city: car.city,
          image: imageStore.imagesOf(car).image,
        },
      }),
    ...(order.tier && { tier: order.tier }),
    ...(order.location && { location: order.location }),
    ...(order.insurance && { insurance: wireInsurance(order.insurance) }),
    collisionIncluded: order.collisionIncluded,
    ...(order.paymentMethod && {
      payment: {
        method: order.paymentMethod,
        ...(order.paymentCard && brand && { card: { ...order.paymentCard, brand } }),
      },
    }),
    cancellable: isOwn && !order.replacing && mayMove("cancel", order.status),
    ...(isOwn && order.replacing && { replacing: true }),
  };
}

/** What the host of an order has answered; only the renter reads why the host declined. */
function hostOf(order: OrderRow, isOwn: boolean): Pick<Order, "host"> {
  if (!isForHost(order) || isBackAtAdmins(order)) return {};
  const { declineReason: reason, declineWords: words } = order;
  return {
    host: {
      outcome: waitsForHost(order) ? "waiting" : (order.hostAnswer ?? "unasked"),
      ...(isOwn && reason && { reason }),
      ...(isOwn && words && { words }),
    },
  };
}

export const presentSettlement = ({
  kept,
  refund,
  toCheck,
  keptTaxes,
  refundTaxes,
}: Settlement): Cancellation => ({
  kept: wireMoney(kept),
  refund: wireMoney(refund),
  ...(toCheck > 0 && { toCheck: wireMoney(toCheck) }),
  ...(keptTaxes.length > 0 && { keptTaxes: wireTaxes(keptTaxes) }),
  ...(refundTaxes.length > 0 && { refundTaxes: wireTaxes(refundTaxes) }),
});

/** When an order ends unless it is answered; a plan's order without a car, unless its address is confirmed. */
function endOf(
  { source, createdAt, expiresAt, emailConfirmedAt, carId, hostAnswer }: OrderRow,
  now: number,
): { expiresAt?: string } {
  if (expiresAt) return { expiresAt: expiresAt.toISOString() };
  const isUnconfirmed =
    source === "plan" && emailConfirmedAt === null && carId === null && hostAnswer === null;
  const end = createdAt.getTime() + confirmWithin;
  // An order that an administrator has acted on goes on after that time.
  return isUnconfirmed && end > now ? { expiresAt: new Date(end).toISOString() } : {};
}

/** The earlier of the order's own end and that of its hold, while it has not come. */
function heldUntil(
  { status, carId, holdsCar, expiresAt, holdEndsAt }: OrderRow,
  now: number,
): { heldUntil?: string } {
  const ends = [expiresAt, holdEndsAt].filter((end) => end !== null).map((end) => end.getTime());
  const end = Math.min(...ends);
  return status === "pending" && carId && holdsCar && ends.length > 0 && end > now
    ? { heldUntil: new Date(end).toISOString() }
    : {};
}
