import { day, hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { promisedTimes } from "#domain/pricing/rental-terms.ts";
import { isActive, isBilled, type OrderSource, type OrderStatus } from "./lifecycle.ts";

/**
 * What a host has to do with an order of their car: when it is theirs to answer, until when, what became of that, what
 * they see of who asks, and what they are told.
 */

/** How long a host has to answer, in milliseconds, and after how long they are reminded. */
export const hostAnswersWithin = promisedTimes.requestHours * hour;
export const remindHostAfter = 12 * hour;
/** How long after its end a rental's renter is known to the host by name, telephone and place. */
const renterKnownFor = 7 * day;

/**
 * What became of an order of a host's car: an answer by the host or for them, none in time, or its renter took it back;
 * `booked` where it was confirmed without asking.
 */
export const requestOutcomes = ["accepted", "declined", "lapsed", "withdrawn", "booked"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** Why a host says no. */
export const declineReasons = ["dates", "repair", "notice", "length", "other"] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** What of an order says how its host was asked. All empty while they have not been. */
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

export const notAsked: RequestColumns = {
  hostAskedAt: null,
  hostRemindedAt: null,
  hostAnsweredAt: null,
  hostAnswer: null,
  declineReason: null,
  declineWords: "",
};

export const requestColumnNames = Object.keys(notAsked) as (keyof RequestColumns)[];

/** Whether a pending order is its host's to answer, as a plan's is too once the desk has given it a host's car. */
export const isForHost = ({ hostId }: Pick<HostedOrder, "hostId">): boolean => hostId !== null;

/**
 * Whether a plan's order has come back to the desk: the host of the car that it was given said no, or nothing. The car
 * stays on it, as what that host was asked about, but is nobody's promise, and another one has to be chosen.
 */
export const isBackAtDesk = ({
  source,
  hostAnswer,
}: Pick<HostedOrder, "source"> & Pick<RequestColumns, "hostAnswer">): boolean =>
  source === "plan" && (hostAnswer === "declined" || hostAnswer === "lapsed");

/** Returns what the no of a host, or their silence, makes of a plan's order: it waits on, without the car's days. */
export const backAtDeskColumns = (
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
 * When an order that its host is asked about at an instant ends unanswered: never past its pickup. One that the desk
 * lets wait again after its pickup has the whole time.
 */
export function hostAnswersUntil(
  at: number,
  { pickupDate, pickupTime }: Pick<HostedOrder, "pickupDate" | "pickupTime">,
): Date {
  const pickup = instantInLosAngeles(pickupDate, pickupTime);
  const whole = at + hostAnswersWithin;
  return new Date(pickup > at ? Math.min(whole, pickup) : whole);
}

/** Until when its host answers a request whose days or hours are changed: as before, and never past the new pickup. */
export function stillAnsweredUntil(
  order: AskedOrder & { expiresAt: Date | null },
  { pickupDate, pickupTime }: Pick<HostedOrder, "pickupDate" | "pickupTime">,
): { expiresAt?: Date } {
  if (!waitsForHost(order) || !order.expiresAt) return {};
  const pickup = instantInLosAngeles(pickupDate, pickupTime);
  return { expiresAt: new Date(Math.min(order.expiresAt.getTime(), pickup)) };
}

/** Returns what asking a host at an instant writes on an order that waits; nothing of one that isn't theirs to answer. */
export const askedColumns = (
  order: HostedOrder,
  at: Date,
): (RequestColumns & { expiresAt: Date }) | undefined =>
  order.status === "pending" && order.emailConfirmedAt !== null && isForHost(order)
    ? { ...notAsked, hostAskedAt: at, expiresAt: hostAnswersUntil(at.getTime(), order) }
    : undefined;

/** Returns what is written of asking a host on a new order, or on one that has just got a host's car. */
export const firstRequestColumns = (order: HostedOrder, at: Date): RequestColumns & { expiresAt?: Date } =>
  askedColumns(order, at) ?? { ...notAsked, ...bookedColumns(order.status, order, at) };

const bookedColumns = (
  status: OrderStatus,
  { hostId }: Pick<HostedOrder, "hostId">,
  at: Date,
): Partial<RequestColumns> =>
  hostId !== null && isBilled(status) ? { hostAnsweredAt: at, hostAnswer: "booked" } : {};

/** An answer to a request, or what took its place. */
export type RequestAnswer = { answer: RequestOutcome; reason?: DeclineReason; words?: string };

/** Returns what a request becomes as its order gets a status at an instant: asked anew, answered, or as it was. */
export function requestColumnsIn(
  status: OrderStatus,
  order: HostedOrder & RequestColumns,
  at: Date,
  given?: RequestAnswer,
): Partial<RequestColumns> {
  if (status === "pending") {
    const asked = askedColumns({ ...order, status }, at);
    if (!asked) return notAsked;
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
 * How much of an order its host sees: `nothing` of what never reached them; the `request`, with a first name and no
 * more of who asks; or its `renter` too, by name, telephone and place.
 */
export type HostView = "nothing" | "request" | "renter";

/** Returns how much of an order its host sees at an instant: the renter from the yes until 7 days after the end. */
export function hostViewOf(order: SeenOrder, now: number): HostView {
  if (order.hostId === null) return "nothing";
  if (order.status === "pending") return order.hostAskedAt === null ? "nothing" : "request";
  if (isActive(order.status)) return "renter";
  if (order.status === "cancelled" && order.tripStartedAt === null)
    return order.hostAskedAt === null && order.hostAnswer === null ? "nothing" : "request";
  const end = endOf(order);
  return end === undefined || now < end + renterKnownFor ? "renter" : "request";
}

/** When a rental that is over ended for its host: once the car is back. Undefined while it is still out. */
function endOf({ status, isCarOut, carBackAt, tripCompletedAt, returnDate, returnTime }: SeenOrder) {
  if (isCarOut) return undefined;
  const recorded = status === "completed" ? (carBackAt ?? tripCompletedAt) : null;
  return recorded?.getTime() ?? instantInLosAngeles(returnDate, returnTime);
}

/** How a rental stands to the host of its car. */
export const tripStages = ["upcoming", "running", "past"] as const;
export type TripStage = (typeof tripStages)[number];

type StagedOrder = Pick<SeenOrder, "status" | "isCarOut" | "hostAnswer">;

/** Undefined for what was never promised. A car that isn't back yet keeps its rental running. */
export function tripStageOf({ status, isCarOut, hostAnswer }: StagedOrder): TripStage | undefined {
  if (status === "confirmed") return "upcoming";
  if (status === "in_progress" || isCarOut) return "running";
  const wasPromised = hostAnswer === "accepted" || hostAnswer === "booked";
  return status === "completed" || (status === "cancelled" && wasPromised) ? "past" : undefined;
}

/** What a host is told as an order moves on. What they have done themselves they know. */
export const hostNotices = [
  "asked",
  "taken_elsewhere",
  "reminder",
  "accepted_for_you",
  "declined_for_you",
  "lapsed",
  "withdrawn",
  "booked",
  "cancelled",
] as const;
export type HostNotice = (typeof hostNotices)[number];

type Standing = Pick<HostedOrder, "status" | "hostId"> & Pick<RequestColumns, "hostAskedAt" | "hostAnswer">;

/** How an order stands before it is placed. */
export const notPlaced: Standing = { status: "pending", hostId: null, hostAskedAt: null, hostAnswer: null };

/** Returns what an order's host is told of a move from one standing to another, by themselves or by somebody else. */
export function hostNoticeOf(before: Standing, after: Standing, isByHost: boolean): HostNotice | undefined {
  if (after.hostId === null) return undefined;
  const wasWaiting = waitsForHost(before);
  if (waitsForHost(after)) return wasWaiting ? undefined : "asked";
  if (isActive(after.status) && !isActive(before.status)) {
    if (wasWaiting) return isByHost ? undefined : "accepted_for_you";
    return before.status === "completed" ? undefined : "booked";
  }
  if (after.status !== "cancelled") return undefined;
  if (isActive(before.status)) return "cancelled";
  if (!wasWaiting) return undefined;
  if (after.hostAnswer === "lapsed" || after.hostAnswer === "withdrawn") return after.hostAnswer;
  return isByHost ? undefined : "declined_for_you";
}

/** Whether a host may be told a renter's name before the yes: it holds no address and no telephone number. */
export const isTellableName = (name: string): boolean => !/@|\d{3}/.test(name);
