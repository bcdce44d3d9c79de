import { day, hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { promisedTimes } from "#domain/pricing/rental-terms.ts";
import { isActive, isBilled, type OrderSource, type OrderStatus } from "./lifecycle.ts";
import { waitsForPayment } from "./paid-first.ts";

/**
 * The host's part in an order of their car: when the host has to answer and until when, the outcome, and what the
 * host sees of the renter.
 */

/** How long a host has to answer, in milliseconds, and after how long they are reminded. */
export const hostAnswersWithin = promisedTimes.requestHours * hour;
export const remindHostAfter = 12 * hour;
/** How long before the pickup the renter of a paid rental sees where the host keeps the car. */
const addressKnownFor = 3 * day;
/** How long after a rental's end the host still sees the renter's name, telephone number and place. */
const renterKnownFor = 7 * day;

/**
 * The outcome of a request for a host's car: answered by the host or on their behalf, not answered in time, or
 * withdrawn by the renter; `booked` if the order was confirmed without asking.
 */
export const requestOutcomes = ["accepted", "declined", "lapsed", "withdrawn", "booked"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** Why a host says no. */
export const declineReasons = ["dates", "repair", "notice", "length", "other"] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** An order's columns about the request to its host. All are empty until the host is asked. */
export type RequestColumns = {
  hostAskedAt: Date | null;
  hostRemindedAt: Date | null;
  hostAnsweredAt: Date | null;
  hostAnswer: RequestOutcome | null;
  declineReason: DeclineReason | null;
  declineWords: string;
};

export type HostedOrder = {
  status: OrderStatus;
  source: OrderSource;
  hostId: string | null;
  emailConfirmedAt: Date | null;
  pickupDate: string;
  pickupTime: string;
};

export const emptyRequestColumns: RequestColumns = {
  hostAskedAt: null,
  hostRemindedAt: null,
  hostAnsweredAt: null,
  hostAnswer: null,
  declineReason: null,
  declineWords: "",
};

export const requestColumnNames = Object.keys(emptyRequestColumns) as (keyof RequestColumns)[];

/** Whether the renter may see where the host keeps the car, if the first instalment is paid. `now` in milliseconds. */
export const seesHostAddress = (
  order: Pick<HostedOrder, "status" | "hostId" | "pickupDate" | "pickupTime"> & {
    carSince: string | null;
    replacing: boolean;
  },
  now: number,
): boolean =>
  order.hostId !== null &&
  isActive(order.status) &&
  !order.replacing &&
  now >= instantInLosAngeles(order.carSince ?? order.pickupDate, order.pickupTime) - addressKnownFor;

/** Whether a host answers a pending order; for a plan's order, once administrators have given it a host's car. */
export const isForHost = ({ hostId }: Pick<HostedOrder, "hostId">): boolean => hostId !== null;

/**
 * Whether a plan's order has come back to administrators: the host of the chosen car said no, or nothing. The car
 * stays on the order, because the host was asked about it, but nobody promises it, and another has to be chosen.
 */
export const isBackAtAdmins = ({
  source,
  hostAnswer,
}: Pick<HostedOrder, "source"> & Pick<RequestColumns, "hostAnswer">): boolean =>
  source === "plan" && (hostAnswer === "declined" || hostAnswer === "lapsed");

/** Whether the host of an order's car has agreed to it, or nobody has to: then an ended order may be promised again. */
export const isAgreed = ({
  hostId,
  hostAnswer,
}: Pick<HostedOrder, "hostId"> & Pick<RequestColumns, "hostAnswer">): boolean =>
  hostId === null || hostAnswer === "accepted" || hostAnswer === "booked";

/** Returns a plan's order after its host's no or silence: it goes on waiting, without the car's days. */
export const backAtAdminsColumns = (
  at: Date,
  { answer, reason, words = "" }: RequestAnswer,
): Partial<RequestColumns> & { lacksHold: true; expiresAt: null; adminWarnedAt: null } => ({
  hostAnsweredAt: at,
  hostAnswer: answer,
  declineReason: reason ?? null,
  declineWords: words,
  lacksHold: true,
  expiresAt: null,
  adminWarnedAt: null,
});

/** Whether a car's booking steps end in a request that its host answers, and not in a booking. */
export const needsHostAnswer = ({
  hostId,
  instantBook,
}: {
  hostId: string | null;
  instantBook: boolean;
}): boolean => hostId !== null && !instantBook;

type AskedOrder = Pick<HostedOrder, "status" | "hostId"> & Pick<RequestColumns, "hostAskedAt" | "hostAnswer">;

/** Whether an order's host has been asked, and has to answer still. */
export const waitsForHost = ({ status, hostId, hostAskedAt, hostAnswer }: AskedOrder): boolean =>
  status === "pending" && hostId !== null && hostAskedAt !== null && hostAnswer === null;

/**
 * Returns when an order ends if its host, who is asked at an instant, doesn't answer: never after its pickup. An
 * order that administrators let wait again after its pickup gets the whole time.
 */
export function hostAnswersUntil(
  at: number,
  { pickupDate, pickupTime }: Pick<HostedOrder, "pickupDate" | "pickupTime">,
): Date {
  const pickup = instantInLosAngeles(pickupDate, pickupTime);
  const whole = at + hostAnswersWithin;
  return new Date(pickup > at ? Math.min(whole, pickup) : whole);
}

/** Until when a host answers a request with changed dates or times: as before, but never after the new pickup. */
export function stillAnsweredUntil(
  order: AskedOrder & { expiresAt: Date | null },
  { pickupDate, pickupTime }: Pick<HostedOrder, "pickupDate" | "pickupTime">,
): { expiresAt?: Date } {
  if (!waitsForHost(order) || !order.expiresAt) return {};
  const pickup = instantInLosAngeles(pickupDate, pickupTime);
  return { expiresAt: new Date(Math.min(order.expiresAt.getTime(), pickup)) };
}

/** Returns the columns that asking the host at an instant sets; undefined if no host has to answer the order. */
export const askedColumns = (
  order: HostedOrder,
  at: Date,
): (RequestColumns & { expiresAt: Date }) | undefined =>
  order.status === "pending" && order.emailConfirmedAt !== null && isForHost(order)
    ? { ...emptyRequestColumns, hostAskedAt: at, expiresAt: hostAnswersUntil(at.getTime(), order) }
    : undefined;

/** Returns the request columns of a new order, or of an order that has just got a host's car. */
export const firstRequestColumns = (order: HostedOrder, at: Date): RequestColumns & { expiresAt?: Date } =>
  askedColumns(order, at) ?? { ...emptyRequestColumns, ...bookedColumns(order.status, order, at) };

const bookedColumns = (
  status: OrderStatus,
  { hostId }: Pick<HostedOrder, "hostId">,
  at: Date,
): Partial<RequestColumns> =>
  hostId !== null && isBilled(status) ? { hostAnsweredAt: at, hostAnswer: "booked" } : {};

/** An answer to a request, or the event that took its place. */
export type RequestAnswer = { answer: RequestOutcome; reason?: DeclineReason; words?: string };

/** Returns the request columns when the order gets a status at an instant: asked again, answered, or unchanged. */
export function requestColumnsIn(
  status: OrderStatus,
  order: HostedOrder & RequestColumns,
  at: Date,
  given?: RequestAnswer,
): Partial<RequestColumns> {
  if (status === "pending") {
    const asked = askedColumns({ ...order, status }, at);
    if (!asked) return emptyRequestColumns;
    const { expiresAt: _expiresAt, ...columns } = asked;
    return columns;
  }
  if (!waitsForHost(order)) return order.hostAnswer === null ? bookedColumns(status, order, at) : {};
  const { answer, reason, words } = given ?? { answer: status === "cancelled" ? "declined" : "accepted" };
  return {
    hostAnsweredAt: at,
    hostAnswer: answer,
    ...(reason && { declineReason: reason }),
    ...(words && { declineWords: words }),
  };
}

export type SeenOrder = Pick<HostedOrder, "status" | "hostId"> &
  Pick<RequestColumns, "hostAskedAt" | "hostAnswer"> & {
    tripStartedAt: Date | null;
    tripCompletedAt: Date | null;
    carBackAt: Date | null;
    isCarOut: boolean;
    returnDate: string;
    returnTime: string;
  };

/**
 * How much of an order its host sees: `nothing` if it never reached the host; the `request`, with only the
 * renter's first name; or the `renter` too, with name, telephone number and place.
 */
export type HostView = "nothing" | "request" | "renter";

/** Returns how much of an order its host sees at an instant: the renter from the yes until 7 days after the end. */
export function hostViewOf(order: SeenOrder, now: number): HostView {
  if (order.hostId === null) return "nothing";
  if (isActive(order.status) || waitsForPayment(order)) return "renter";
  if (order.status === "pending") return order.hostAskedAt === null ? "nothing" : "request";
  if (order.status === "cancelled" && order.tripStartedAt === null)
    return order.hostAskedAt === null && order.hostAnswer === null ? "nothing" : "request";
  const end = endOf(order);
  return end === undefined || now < end + renterKnownFor ? "renter" : "request";
}

/** When a finished rental ended for its host: once the car is back. Undefined while the car is still out. */
function endOf({ status, isCarOut, carBackAt, tripCompletedAt, returnDate, returnTime }: SeenOrder) {
  if (isCarOut) return undefined;
  const recorded = status === "completed" ? (carBackAt ?? tripCompletedAt) : null;
  return recorded?.getTime() ?? instantInLosAngeles(returnDate, returnTime);
}

/** The stages of a rental for the host of its car. */
export const tripStages = ["upcoming", "running", "past"] as const;
export type TripStage = (typeof tripStages)[number];

type StagedOrder = Pick<SeenOrder, "status" | "isCarOut" | "hostAnswer"> & {
  /** The first day with the present car, if it isn't the pickup date. */
  carSince: string | null;
};

/**
 * Undefined for an order that was never promised. A rental that runs with another car is still ahead for the host of
 * its next one, and a car that isn't back yet keeps its rental running.
 */
export function tripStageOf(
  { status, isCarOut, hostAnswer, carSince }: StagedOrder,
  today: string,
): TripStage | undefined {
  switch (status) {
    case "pending":
      return isCarOut ? "running" : undefined;
    case "confirmed":
      return "upcoming";
    case "in_progress":
      return carSince !== null && carSince > today ? "upcoming" : "running";
    case "completed":
      return isCarOut ? "running" : "past";
    case "cancelled":
      if (isCarOut) return "running";
      return hostAnswer === "accepted" || hostAnswer === "booked" ? "past" : undefined;
    default:
      return status satisfies never;
  }
}

/** Whether a host may see a renter's name before the yes: it holds no address and no telephone number. */
export const isShareableName = (name: string): boolean => !/@|\d{3}/.test(name);
