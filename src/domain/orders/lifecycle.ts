import type { IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { promisedTimes } from "#domain/pricing/rental-terms.ts";

/**
 * The life of an order as data: SQL, triggers, screens, alerts and jobs read it here, or are tested against
 * it.
 */

type Stage = {
  /**
   * Whether the dates are promised to an order with this status. A pending order may have lost its hold, or never
   * had one.
   */
  holdsCar: boolean;
  /** Whether an order with this status can still move on. */
  isOpen: boolean;
  /** Whether an order needs a car of the fleet to get this status. */
  needsCar: boolean;
  /** Whether the renter pays for it, by its instalments. */
  isBilled: boolean;
};

export const lifecycle = {
  pending: { holdsCar: true, isOpen: true, needsCar: false, isBilled: false },
  confirmed: { holdsCar: true, isOpen: true, needsCar: true, isBilled: true },
  in_progress: { holdsCar: true, isOpen: true, needsCar: true, isBilled: true },
  completed: { holdsCar: false, isOpen: false, needsCar: false, isBilled: true },
  cancelled: { holdsCar: false, isOpen: false, needsCar: false, isBilled: false },
} as const satisfies Record<string, Stage>;

export type OrderStatus = keyof typeof lifecycle;
export const orderStatuses = Object.keys(lifecycle) as [OrderStatus, ...OrderStatus[]];

export const holdsCar = (status: OrderStatus): boolean => lifecycle[status].holdsCar;
export const isOpen = (status: OrderStatus): boolean => lifecycle[status].isOpen;
export const holdingStatuses = orderStatuses.filter(holdsCar);
export const openStatuses = orderStatuses.filter(isOpen);
export const needsCar = (status: OrderStatus): boolean => lifecycle[status].needsCar;
export const isBilled = (status: OrderStatus): boolean => lifecycle[status].isBilled;
/** Whether the renter has the car, or has had it. */
export const hasBegun = (status: OrderStatus): boolean => isBilled(status) && status !== "confirmed";
export const begunStatuses = orderStatuses.filter(hasBegun);
export const billedStatuses = orderStatuses.filter(isBilled);
/** The statuses of orders that have ended. */
export const endedStatuses = orderStatuses.filter((status) => !isOpen(status));
/** Whether a rental is promised or runs: only then may it change, and a request for a change wait. */
export const isActive = (status: OrderStatus): boolean => isBilled(status) && isOpen(status);
export const activeStatuses = orderStatuses.filter(isActive);
/** Whether a rental is still to begin: no car has been handed over yet. */
export const isAwaited = (status: OrderStatus): boolean => isOpen(status) && !hasBegun(status);
export const awaitedStatuses = orderStatuses.filter(isAwaited);

export const orderSources = ["request", "plan", "wizard"] as const;
export type OrderSource = (typeof orderSources)[number];

/** Who moves an order on, besides administrators. */
export type MoveParty = "renter" | "host" | "system";

type Move = {
  by: MoveParty;
  from: readonly OrderStatus[];
  to: OrderStatus;
  /** The emails that follow, by their kind. */
  emails: readonly string[];
  /** The reason that the order's history gives. */
  reason?: string;
};

/**
 * The moves of an order that the clock, its renter or the host of its car makes. Administrators can change any
 * status to any other, and the renter gets `order_<status>`.
 */
export const moves = {
  /** The host's yes to a request with nothing to pay at a provider first. */
  accept: { by: "host", from: ["pending"], to: "confirmed", emails: ["order_confirmed"] },
  /** The first payment of an order that its host has said yes to. */
  confirm_paid: {
    by: "system",
    from: ["pending"],
    to: "confirmed",
    emails: ["order_confirmed"],
    reason: "the first payment came after the host's yes",
  },
  /** The host's no; its email says why, and shows similar cars. */
  decline: {
    by: "host",
    from: ["pending"],
    to: "cancelled",
    emails: ["order_declined"],
    reason: "the host said no",
  },
  cancel: {
    by: "renter",
    from: ["pending", "confirmed"],
    to: "cancelled",
    emails: ["order_cancelled", "admin_order_cancelled"],
  },
  expire: {
    by: "system",
    from: ["pending"],
    to: "cancelled",
    emails: ["order_expired"],
    reason: "nobody answered in time",
  },
  /** A plan order that nobody took up by its pickup. */
  end_plan: {
    by: "system",
    from: ["pending"],
    to: "cancelled",
    emails: ["order_expired"],
    reason: "nobody chose a car by the pickup date",
  },
  lose_dates: {
    by: "system",
    from: ["pending"],
    to: "cancelled",
    emails: ["order_dates_gone"],
    reason: "the dates were gone when the email address was confirmed",
  },
  /** A booking that nobody paid for, or an order not paid after its host's yes; its own email says so. */
  end_unpaid: {
    by: "system",
    from: ["pending", "confirmed"],
    to: "cancelled",
    emails: ["booking_ended_unpaid"],
    reason: "the first payment did not come in time",
  },
  /** Made by the person who finishes the pickup's condition record, which has its own email. */
  hand_over: { by: "renter", from: ["confirmed"], to: "in_progress", emails: [] },
  /** Made by the person who finishes the return's condition record, which has its own email. */
  bring_back: { by: "renter", from: ["in_progress"], to: "completed", emails: [] },
} as const satisfies Record<string, Move>;
export type MoveName = keyof typeof moves;
export type MoveEmail = (typeof moves)[MoveName]["emails"][number];

export const mayMove = (name: MoveName, from: OrderStatus): boolean =>
  moves[name].from.some((status) => status === from);

/**
 * How long a pending order waits for an answer before it ends by itself, in milliseconds. A plan order with a
 * confirmed email address waits until its pickup; its renter gets an email the day before.
 */
export const answerWithin = {
  request: promisedTimes.requestHours * hour,
  // The booking steps make confirmed orders, unless a host has to answer or there is no room for one more unpaid
  // hold; their unfinished bookings aren't orders.
  wizard: promisedTimes.requestHours * hour,
  plan: undefined,
} as const satisfies Record<OrderSource, number | undefined>;

/** How long a plan order waits until its email address is confirmed: as long as a request waits. */
export const confirmWithin = answerWithin.request;

/** How long a car is held for somebody whose email address is not confirmed. */
export const unconfirmedHold = 2 * hour;

/**
 * Whether a rental should have begun: its pickup day is over, and nobody has recorded that the keys were given.
 * With another car, which was taken after that day, it begins on `carSince`.
 */
export const isNotHandedOver = (
  { status, pickupDate, carSince }: { status: OrderStatus; pickupDate: IsoDate; carSince: IsoDate | null },
  today: IsoDate,
): boolean => status === "confirmed" && (carSince ?? pickupDate) < today;

/** How long before the end of a request administrators get an alert that nobody has answered it. */
export const warnBefore = 4 * hour;

/** How long the email of a status set by hand waits, in milliseconds, so that it can be undone. */
export const undoWithin = 10_000;

export const inHours = (milliseconds: number): number => milliseconds / hour;
