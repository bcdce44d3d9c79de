import { addDays, dateInLosAngeles, daysBetween, type IsoDate, later } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { type Cents, divideHalfUp } from "#domain/money.ts";
import { hasBegun, isActive, type OrderStatus } from "#domain/orders/lifecycle.ts";

/** The car's side ends the rental: the renter goes on with another car, or gets the days left back. */
export const hostSideReasons = ["needed_back", "broken", "recalled", "unsafe"] as const;
/** The rental ends because of its renter: administrators decide. */
const renterSideReasons = ["did_not_come", "does_not_pay", "misuse"] as const;
export const endingReasons = [...hostSideReasons, ...renterSideReasons] as const;
export type EndingReason = (typeof endingReasons)[number];
type HostSideReason = (typeof hostSideReasons)[number];

export const isHostSide = (reason: EndingReason): reason is HostSideReason =>
  hostSideReasons.some((one) => one === reason);

/**
 * The states of an ending. `offered` waits for the renter, `asked` for administrators. `taken`: the rental goes on
 * with another car; `declined` and `lapsed`: the renter got the days left back; `overtaken`: the order got another
 * status meanwhile; `settled`: administrators ended it and blame the renter; `dismissed`: they did not.
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

/** States in which the rental ends together with its car: no other car follows. */
export const lastEndingStates: readonly EndingState[] = ["declined", "lapsed", "settled"];

type EndedRental = {
  status: OrderStatus;
  pickupDate: IsoDate;
  pickupTime: string;
  returnDate: IsoDate;
  /** The first day with the present car, if it isn't the pickup date. */
  carSince: IsoDate | null;
};

/**
 * Returns the last day with the car. Before the rental has begun: its pickup date. Afterwards: in two weeks if the
 * host needs the car back, otherwise today. A rental that has begun lasts at least one day.
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

/** Whether the renter may drive the car until its last day: only if its owner needs it, not if it is unsafe. */
export const mayDriveOn = (reason: EndingReason, last: IsoDate, today: IsoDate): boolean =>
  reason === "needed_back" && last >= today;

/** Why a rental can't be ended for a reason at an instant, in milliseconds; undefined where it can. */
export function mayNotEnd(
  order: EndedRental,
  reason: EndingReason,
  now: number,
): "not_now" | "ends_anyway" | undefined {
  if (!isActive(order.status)) return "not_now";
  const { status, pickupDate, pickupTime } = order;
  const isPickupToCome = now < instantInLosAngeles(pickupDate, pickupTime);
  if (reason === "did_not_come" && (hasBegun(status) || isPickupToCome)) return "not_now";
  return endsOn(order, reason, dateInLosAngeles(now)) >= order.returnDate ? "ends_anyway" : undefined;
}

/** Hours that offered cars are held, and the days before the pickup beyond which they are held longer. */
const offerHours = 48;
const longOfferHours = 7 * 24;
const longOfferDays = 14;

/** Until when replacement cars that are offered now can be taken, in milliseconds. */
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
/** Above this difference, somebody who manages payments agrees before a car is offered. */
export const mostBorneAlone: Cents = 50_000;

type BorneDays = { monthlyPrice: Cents; oldMonthlyPrice: Cents; days: number; discountPercent: number };

/** The difference that we pay for the days left if the new car costs more than the old one; otherwise 0. */
export function borneDifference({ monthlyPrice, oldMonthlyPrice, days, discountPercent }: BorneDays): Cents {
  const difference = divideHalfUp(Math.max(0, monthlyPrice - oldMonthlyPrice) * days, 30);
  return difference - divideHalfUp(difference * discountPercent, 100);
}

type Candidate = { monthlyPrice: Cents; difference: Cents; isSameCity: boolean; isSameCategory: boolean };

/**
 * Sorts the cars that may be offered: first cars that need nobody's agreement, then cars at the old price or
 * above, then the same city, the same category, and the nearest price.
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

/** This many endings by one host within a year alert administrators. */
export const manyEndings = 3;
export const endingsWithinDays = 365;
