import { addDays, type IsoDate } from "#domain/dates.ts";
import type { OrderStatus } from "./lifecycle.ts";

/** The filters of a renter's own orders. */
export const ownFilters = ["all", "active", "completed"] as const;
export type OwnFilter = (typeof ownFilters)[number];

/** The stages of an order for its renter, as on the specification's dashboard, with a stage for an overdue car. */
export const ownStages = [
  "pending",
  "upcoming",
  "confirmed",
  "in_progress",
  "overdue",
  "completed",
  "cancelled",
] as const;
export type OwnStage = (typeof ownStages)[number];

/** A car that its renter still has, although its rental has ended, was unmade or goes on with another car. */
export type CarToBringBack = { carName: string; dueOn: IsoDate };

type RentalDates = {
  status: OrderStatus;
  pickupDate: IsoDate;
  returnDate: IsoDate;
  toBringBack?: CarToBringBack | undefined;
};

/** `today` is the date in Los Angeles. A rental is current until all of its cars are back. */
export function ownStage(
  { status, pickupDate, returnDate, toBringBack }: RentalDates,
  today: IsoDate,
): OwnStage {
  if (toBringBack && toBringBack.dueOn < today) return "overdue";
  if (toBringBack && status !== "confirmed") return "in_progress";
  const isOver = returnDate < today;
  if (status === "in_progress") return isOver ? "overdue" : "in_progress";
  if (status === "confirmed") return isOver ? "completed" : pickupDate >= today ? "upcoming" : "confirmed";
  return status;
}

/** The filter besides "all" that shows an order; undefined for a pending or cancelled order. */
export function ownGroup(order: RentalDates, today: IsoDate): Exclude<OwnFilter, "all"> | undefined {
  const stage = ownStage(order, today);
  if (stage === "pending" || stage === "cancelled") return undefined;
  return stage === "completed" ? "completed" : "active";
}

/** An upcoming trip begins within this many days. */
export const upcomingDays = 30;
export const isUpcomingSoon = (order: RentalDates, today: IsoDate): boolean =>
  ownStage(order, today) === "upcoming" && order.pickupDate <= addDays(today, upcomingDays);

/** What a renter may have to do next, the most pressing first. */
export const nextStepKinds = [
  "overdue",
  "replacement",
  "confirm_email",
  "offer",
  "payment",
  "charge",
  "licence",
  "insurance_proof",
  "agreement",
  "return_near",
  "pickup_near",
  "awaiting_answer",
  "review",
  "review_earlier_car",
] as const;
export type NextStepKind = (typeof nextStepKinds)[number];
