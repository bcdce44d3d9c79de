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
