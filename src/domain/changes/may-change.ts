import { addDays, addMonths, earlier, type IsoDate, later } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { isActive, isAwaited, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { latestPickupMonths, type Rental, returnDateFor } from "#domain/pricing/rental-length.ts";
import { extensionNoticeDays } from "#domain/pricing/rental-terms.ts";
import { mayChangeHandover } from "./changes.ts";
import type { ChangeObstacle } from "./obstacles.ts";
import { earlyEnd } from "./price-of-change.ts";

/** Hours after a request for more days has lapsed in which the renter may ask once more. */
export const extensionRetryHours = 24;
/** How long another car is kept for a renter who has been offered it, in hours. */
export const offerAnswerHours = 72;
/** How long a rental may become by extensions, counted from its pickup. */
export const longestExtendedMonths = 12;

type ChangeableRental = Rental & {
  status: OrderStatus;
  pickupTime: string;
  /** Whether it has a car, and its price follows a stored tariff. */
  isPriced: boolean;
  /** A request of the order's waits for an answer. */
  hasOpenRequest: boolean;
  isPastDue: boolean;
  /** The order's last request has just lapsed, and its renter may ask once more. */
  mayAskAgain: boolean;
  /** The rules of its car's host; null for a car of ours. */
  hostRules: { noticeDays: number; maxRentDays: number } | null;
  /** The first day with another car, where the rental goes on with one. */
  carSince?: IsoDate | null;
};
type Clock = { now: number; today: IsoDate };

/** The days that a change may choose: the new return date, or for `dates` the new pickup date. */
export type Window = { from: IsoDate; until: IsoDate };
export type MayChange = ({ allowed: true } & Window) | { allowed: false; reason: ChangeObstacle };

const no = (reason: ChangeObstacle): MayChange => ({ allowed: false, reason });

/** Whether the dates may be moved: free of charge until a day before pickup, and not afterwards. */
export function mayMoveDates(order: ChangeableRental, { now, today }: Clock): MayChange {
  if (!order.isPriced || !isAwaited(order.status)) return no("not_now");
  if (!mayChangeHandover(order, now)) return no("too_late");
  if (order.hasOpenRequest) return no("waiting");
  // Today is allowed as long as its pickup time is still to come.
  const isTodayOver = instantInLosAngeles(today, order.pickupTime) <= now;
  const from = isTodayOver ? addDays(today, 1) : today;
  const { noticeDays = 0 } = order.hostRules ?? {};
  return {
    allowed: true,
    from: later(from, addDays(today, noticeDays)),
    until: addMonths(today, latestPickupMonths),
  };
}

/** Whether days may be added, with notice; a rental whose payments are long past due can't be extended. */
export function mayExtend(order: ChangeableRental, { today }: Clock): MayChange {
  if (!order.isPriced || !isActive(order.status)) return no("not_now");
  if (order.hasOpenRequest) return no("waiting");
  const lastDay = order.mayAskAgain ? order.returnDate : addDays(order.returnDate, -extensionNoticeDays);
  if (today > lastDay) return no("too_late");
  if (order.isPastDue) return no("past_due");
  const byDays = addDays(order.pickupDate, 30 * longestExtendedMonths);
  const byMonths = returnDateFor(order.pickupDate, longestExtendedMonths);
  const longest = later(byDays, byMonths);
  const until = order.hostRules
    ? earlier(longest, addDays(order.carSince ?? order.pickupDate, order.hostRules.maxRentDays))
    : longest;
  return order.returnDate < until
    ? { allowed: true, from: addDays(order.returnDate, 1), until }
    : no("longest");
}

type OfferSituation = {
  status: OrderStatus;
  tier: string | null;
  carId: string | null;
  hasOpenRequest: boolean;
};

/**
 * Why an administrator can't offer the renter another car; undefined where they can. For a plan, administrators
 * choose the car without asking until the keys are handed over.
 */
export function mayNotOfferCar({
  status,
  tier,
  carId,
  hasOpenRequest,
}: OfferSituation): ChangeObstacle | undefined {
  const isWaiting = isAwaited(status) && !tier;
  if (!carId || (!isWaiting && status !== "in_progress")) return "not_now";
  return hasOpenRequest ? "waiting" : undefined;
}

/**
 * When an unanswered offer lapses: by pickup, but never sooner than in an hour; in a running rental before its
 * return date, because nobody changes to another car on that day.
 */
export function offerEnds(
  { status, pickupDate, pickupTime, returnDate }: RunningRental,
  now: number,
): number {
  const longest = now + offerAnswerHours * hour;
  if (status === "in_progress") return Math.min(longest, instantInLosAngeles(returnDate, "00:00"));
  return Math.max(Math.min(longest, instantInLosAngeles(pickupDate, pickupTime)), now + hour);
}
type RunningRental = Rental & { status: OrderStatus; pickupTime: string };

/** Whether a renter who has the car may return it early, and from which day: the notice has to leave days to give back. */
export function mayReturnEarly(order: ChangeableRental, { today }: Clock): MayChange {
  if (!order.isPriced || order.status !== "in_progress") return no("not_now");
  if (order.hasOpenRequest) return no("waiting");
  const from = earlyEnd(order, { returnDate: today, askedOn: today });
  const until = addDays(order.returnDate, -1);
  return from <= until ? { allowed: true, from, until } : no("no_sooner");
}
