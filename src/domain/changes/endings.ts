import { addDays, daysBetween, type IsoDate, later } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { hasBegun, isActive, type OrderStatus } from "#domain/orders/lifecycle.ts";

/** Why the side of a car ends a rental: its renter goes on with another car, or gets the days left back. */
export const hostSideReasons = ["needed_back", "broken", "recalled", "unsafe"] as const;
/** Why a rental ends on its renter's account: the desk decides. */
const renterSideReasons = ["did_not_come", "does_not_pay", "misuse"] as const;
export const endingReasons = [...hostSideReasons, ...renterSideReasons] as const;
export type EndingReason = (typeof endingReasons)[number];
type HostSideReason = (typeof hostSideReasons)[number];

export const isHostSide = (reason: EndingReason): reason is HostSideReason =>
  hostSideReasons.some((one) => one === reason);

/**
 * How an ending stands. `offered` waits for the renter, `asked` for the desk. `taken`: the rental goes on with another
 * car; `declined` and `lapsed`: the days left came back; `overtaken`: its order was given another status meanwhile;
 * `settled`: the desk ended it on the renter's account; `dismissed`: the desk did not.
 */
export const endingStates = [
  "offered",
  "asked",
  "taken",
  "declined",
  "lapsed",
  "overtaken",
  "settled",
  "dismissed",
] as const;
export type EndingState = (typeof endingStates)[number];
export const openEndingStates = ["offered", "asked"] as const satisfies EndingState[];

/** Days that a renter keeps a car which is needed back. */
const needsBackDays = 14;

/** The rental ends with the car that was ended: nothing follows. */
export const lastEndingStates: readonly EndingState[] = ["declined", "lapsed", "settled"];

type EndedRental = {
  status: OrderStatus;
  pickupDate: IsoDate;
  returnDate: IsoDate;
  /** The first day with the car that it has now, where that isn't the pickup's. */
  carSince: IsoDate | null;
};

/**
 * Returns the last day with the car: of a rental that hasn't begun, its pickup; of one that runs, today where it is about
 * safety or the car doesn't run, and two weeks on where it is needed back. A rental that has begun has a day at least.
 */
export function endsOn(
  { status, pickupDate, carSince }: Pick<EndedRental, "status" | "pickupDate" | "carSince">,
  reason: EndingReason,
  today: IsoDate,
): IsoDate {
  if (!hasBegun(status)) return pickupDate;
  const notice = reason === "needed_back" ? needsBackDays : 0;
  return later(addDays(today, notice), later(addDays(pickupDate, 1), carSince ?? pickupDate));
}

/** Whether the renter may drive a car until its last day: one that only its owner needs, but none that is unsafe or broken. */
export const mayDriveOn = (reason: EndingReason, last: IsoDate, today: IsoDate): boolean =>
  reason === "needed_back" && last >= today;

/** Why a rental can't be ended so; undefined where it can. */
export function mayNotEnd(
  order: EndedRental,
  reason: EndingReason,
  today: IsoDate,
): "not_now" | "ends_anyway" | undefined {
  if (!isActive(order.status)) return "not_now";
  if (reason === "did_not_come" && (hasBegun(order.status) || order.pickupDate > today)) return "not_now";
  return endsOn(order, reason, today) >= order.returnDate ? "ends_anyway" : undefined;
}

/** How long the cars that are offered are held, and from how many days before the pickup they are held longer. */
const offerHours = 48;
const longOfferHours = 7 * 24;
const longOfferDays = 14;

/** Until when cars are offered in place of one, in milliseconds. */
export function offeredUntil(
  { status, pickupDate }: Pick<EndedRental, "status" | "pickupDate">,
  now: { at: number; today: IsoDate },
): number {
  const isFarOff = !hasBegun(status) && daysBetween(now.today, pickupDate) > longOfferDays;
  return now.at + (isFarOff ? longOfferHours : offerHours) * hour;
}

export const mostOffered = 3;
/** How long a host's car must have been listed to be offered, and how old its price must be, in days. */
export const listedDays = 60;
export const priceAgeDays = 30;
/** An offered car costs at most this percentage of the old price. */
export const mostPricePercent = 150;
/** From this difference on somebody who manages payments agrees before a car is offered. */
export const mostBorneAlone: Cents = 50_000;

type BorneDays = { monthlyPrice: Cents; oldMonthlyPrice: Cents; days: number; discountPercent: number };

/** What we bear of a car that costs more than the one it takes the place of, for the days left; 0 for a cheaper one. */
export function borneDifference({ monthlyPrice, oldMonthlyPrice, days, discountPercent }: BorneDays): Cents {
  const difference = divideHalfUp(Math.max(0, monthlyPrice - oldMonthlyPrice) * days, 30);
  return difference - divideHalfUp(difference * discountPercent, 100);
}

type Candidate = { monthlyPrice: Cents; difference: Cents; isSameCity: boolean; isSameCategory: boolean };

/**
 * Sorts the cars that may be offered: those that need nobody's agreement first, those of the old price and more before
 * cheaper ones, the same city and kind before others, and the nearest price first.
 */
export function byFit(oldMonthlyPrice: Cents) {
  const rank = (car: Candidate): number[] => [
    car.difference > mostBorneAlone ? 1 : 0,
    car.monthlyPrice < oldMonthlyPrice ? 1 : 0,
    car.isSameCity ? 0 : 1,
    car.isSameCategory ? 0 : 1,
    Math.abs(car.monthlyPrice - oldMonthlyPrice),
  ];
  return (one: Candidate, other: Candidate): number => {
    const [a, b] = [rank(one), rank(other)];
    for (const [at, value] of a.entries()) {
      const difference = value - (b[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** From so many endings by a host within a year on, the desk is alerted. */
export const manyEndings = 3;
export const endingsWithinDays = 365;
