import type { NextStep, OwnOrder, OwnOrderDetail } from "#contract/account/orders.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { wireMoney } from "#domain/money.ts";
import { ownStage } from "#domain/orders/own-orders.ts";
import { extraMilePrice } from "#domain/pricing/pricing.ts";
import { presentOrder } from "#server/orders/present.ts";
import type { PlacedOrder } from "#server/orders/queries.ts";
import { type Services, today } from "#server/services.ts";
import type { findPassedStages } from "./queries.ts";

export function presentOwnOrder(
  services: Pick<Services, "imageStore" | "now">,
  placed: PlacedOrder,
): OwnOrder {
  const { order } = placed;
  return {
    ...presentOrder(services.imageStore, placed, "owner"),
    stage: ownStage(order, today(services)),
    vehicleId: order.carId,
    carName: order.carName,
    carBrand: order.carBrand,
    totalDays: order.days,
    pickupLocation: order.pickupLocation,
    renterName: order.customerName,
    renterEmail: order.customerEmail,
    renterPhone: order.customerPhone,
    tripStartedAt: order.tripStartedAt?.toISOString() ?? null,
    tripCompletedAt: order.tripCompletedAt?.toISOString() ?? null,
  };
}

export function presentOwnDetail(
  services: Pick<Services, "imageStore" | "now">,
  placed: PlacedOrder,
  passed: Awaited<ReturnType<typeof findPassedStages>>,
): OwnOrderDetail {
  const own = presentOwnOrder(services, placed);
  return {
    ...own,
    history: passed.map(({ at, actor, to, isAdmin }) => ({
      at: at.toISOString(),
      by: isAdmin ? "longbay" : actor === "system" ? "system" : "renter",
      to,
    })),
    miles: { included: placed.order.milesIncluded, extraMile: wireMoney(extraMilePrice) },
    actions: {
      cancel: own.cancellable ? { allowed: true } : { allowed: false, reason: "not_pending" },
      confirmEmail: own.confirmable ? { allowed: true } : { allowed: false, reason: "nothing_to_confirm" },
    },
  };
}

/** A pickup or a return is near from so many days before. */
const nearDays = 7;

/** How pressing each is, the most first. */
const pressing: Record<NextStep["kind"], number> = {
  overdue: 0,
  return_near: 1,
  confirm_email: 2,
  pickup_near: 3,
  awaiting_answer: 4,
};

/** What a renter of these orders does next, the most pressing first. */
export const nextSteps = (orders: readonly OwnOrder[], on: IsoDate): NextStep[] =>
  orders
    .flatMap((order): NextStep[] => {
      const kind = stepOf(order, on);
      const isReturn = kind === "overdue" || kind === "return_near";
      const day = isReturn ? order.returnDate : order.pickupDate;
      return kind ? [{ kind, orderId: order.id, on: day, title: order.carName }] : [];
    })
    .toSorted((a, b) => pressing[a.kind] - pressing[b.kind] || (a.on < b.on ? -1 : 1));

function stepOf(
  { stage, pickupDate, returnDate, confirmable }: OwnOrder,
  on: IsoDate,
): NextStep["kind"] | undefined {
  const soon = addDays(on, nearDays);
  if (stage === "overdue") return "overdue";
  if (stage === "in_progress" && returnDate <= soon) return "return_near";
  if (stage === "upcoming" && pickupDate <= soon) return "pickup_near";
  if (stage === "pending") return confirmable ? "confirm_email" : "awaiting_answer";
  return undefined;
}
