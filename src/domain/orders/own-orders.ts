import { addDays, type IsoDate } from "#domain/dates.ts";
import type { OrderStatus } from "./lifecycle.ts";

/** Which of their own orders somebody wants to see. */
export const ownFilters = ["all", "active", "completed"] as const;
export type OwnFilter = (typeof ownFilters)[number];

/** How an order stands to its renter: the specification's dashboard, and an overdue car said to be one. */
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

type RentalDates = { status: OrderStatus; pickupDate: IsoDate; returnDate: IsoDate };

/** `today` is the date in Los Angeles. */
export function ownStage({ status, pickupDate, returnDate }: RentalDates, today: IsoDate): OwnStage {
  const isOver = returnDate < today;
  if (status === "in_progress") return isOver ? "overdue" : "in_progress";
  if (status === "confirmed") return isOver ? "completed" : pickupDate >= today ? "upcoming" : "confirmed";
  return status;
}

/** Under which filter, beside all, an order stands; a pending or cancelled one under none. */
export function ownGroup(order: RentalDates, today: IsoDate): Exclude<OwnFilter, "all"> | undefined {
  const stage = ownStage(order, today);
  if (stage === "pending" || stage === "cancelled") return undefined;
  return stage === "completed" ? "completed" : "active";
}

/** An upcoming trip begins within so many days. */
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
