import type { BesideRequest, HostEarningsShown, HostRenter, HostRequest } from "#contract/host/requests.ts";
import type { HostCalendarCar } from "#contract/host/calendar.ts";
import type { HostTrip } from "#contract/host/trips.ts";
import { daysWithCar } from "#domain/orders/earlier-cars.ts";
import { hostViewOf, type TripStage, waitsForHost } from "#domain/orders/host-requests.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { wireMoney } from "#domain/money.ts";
import { isOwnOrder } from "#domain/people/own-affairs.ts";
import { shareableName } from "#domain/reviews/reviews.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { earningsOfHost } from "#server/ledger/host-earnings.ts";
import type { OrderParts } from "#server/order-parts.ts";
import type { Services } from "#server/services.ts";
import { type HostedOrderRow, wasConfirmed } from "./queries.ts";

type HostedOrderServices = Pick<Services, "database" | "imageStore" | "now">;

/** The renter, with as much as the host may know at this moment. */
export function presentRenter(
  { now }: Pick<HostedOrderServices, "now">,
  { order, since, rentals, mean, isVerified }: HostedOrderRow,
): HostRenter {
  const { customerName: name, customerPhone: phone, pickupLocation: place } = order;
  return {
    firstName: shareableName(name),
    since,
    rentals,
    mean,
    isVerified,
    ...(hostViewOf(order, now()) === "renter" && { name, phone, place }),
  };
}

/** What a host sees of an order in every list and on every page. */
function presentHosted(services: HostedOrderServices, found: HostedOrderRow) {
  const { order, car } = found;
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    car: {
      id: order.carId ?? "",
      name: order.carName ?? car?.name ?? "",
      image: car ? services.imageStore.imagesOf(car).image : "",
    },
    ...daysWithCar(order),
    returnDate: order.returnDate,
    pickupTime: order.pickupTime,
    returnTime: order.returnTime,
    months: order.months,
    city: order.city ?? "",
    renter: presentRenter(services, found),
  };
}

async function presentEarnings(
  { database }: HostedOrderServices,
  { order }: HostedOrderRow,
): Promise<HostEarningsShown> {
  const { lines, months, ourShare, total, ...rest } = await earningsOfHost(database.db, order);
  return {
    ...rest,
    lines: lines.map((line) => ({ ...line, amount: wireMoney(line.amount) })),
    ourShare: wireMoney(ourShare),
    months: months.map((month) => ({ ...month, amount: wireMoney(month.amount) })),
    total: wireMoney(total),
  };
}

/** A request as the host of its car sees it. */
export async function presentRequest(
  services: HostedOrderServices & Pick<Services, "config" | "providers" | "orderParts">,
  found: HostedOrderRow,
  host: Pick<AccountRow, "id" | "email">,
): Promise<HostRequest> {
  const { order } = found;
  const isWaiting = waitsForHost(order);
  const isAwaitingPayment = waitsForPayment(order);
  const payUntil =
    isAwaitingPayment && (await services.orderParts.payUntilOf(services, services.database.db, order));
  return {
    ...presentHosted(services, found),
    earnings: await presentEarnings(services, found),
    state: isWaiting ? "waiting" : (order.hostAnswer ?? "withdrawn"),
    askedAt: (order.hostAskedAt ?? order.createdAt).toISOString(),
    answerUntil: (isWaiting && order.expiresAt?.toISOString()) || null,
    answeredAt: order.hostAnsweredAt?.toISOString() ?? null,
    isAwaitingPayment,
    hasRental: order.hostAnswer === "accepted" && (await wasConfirmed(services.database.db, order)),
    payUntil: payUntil ? payUntil.toISOString() : null,
    reason: order.declineReason,
    words: order.declineWords,
    isUnheld: isWaiting && order.lacksHold,
    isPlan: order.source === "plan",
    isOwn: isOwnOrder(host, { accountId: order.accountId, customerEmail: order.customerEmail }),
  };
}

/** A rental as the host of its car sees it. */
export const presentTrip = async (
  services: HostedOrderServices,
  { isEarlier = false, ...found }: HostedOrderRow & { isEarlier?: boolean },
  stage: TripStage,
): Promise<HostTrip> => ({
  ...presentHosted(services, found),
  earnings: isEarlier ? null : await presentEarnings(services, found),
  rentalFrom: found.order.pickupDate,
  isEarlier,
  stage,
  startedAt: found.order.tripStartedAt?.toISOString() ?? null,
  endedAt: found.order.tripCompletedAt?.toISOString() ?? null,
});

type OpenEnding = NonNullable<Awaited<ReturnType<OrderParts["openEndingOf"]>>>;

/** The state of a rental that was ended and isn't settled yet. */
export const presentEnding = ({ state, reason, answerUntil }: OpenEnding): HostTrip["ending"] => ({
  state: state === "asked" ? state : "offered",
  reason,
  answerUntil: answerUntil?.toISOString() ?? null,
});

/** What else takes days of the car around a request: everything except the request itself. */
export const presentBeside = (car: HostCalendarCar | undefined, orderId: string): BesideRequest[] =>
  (car === undefined
    ? []
    : [
        ...car.orders
          .filter(({ id }) => id !== orderId)
          .map(({ orderNumber, pickupDate, returnDate, lateUntil }) => ({
            kind: "order" as const,
            from: pickupDate,
            until: lateUntil ?? returnDate,
            label: orderNumber,
          })),
        ...car.blocks.map(({ from, until, note }) => ({ kind: "block" as const, from, until, label: note })),
        ...car.feedDays.map(({ from, until, label }) => ({ kind: "feed" as const, from, until, label })),
        ...car.heldDays.map(({ from, until }) => ({ kind: "held" as const, from, until, label: "" })),
      ]
  ).toSorted((one, other) => (one.from < other.from ? -1 : 1));
