import type { ListedOrder, OwnOrder, OwnOrderDetail } from "#contract/account/orders.ts";
import type { OrderMoneyShown } from "#contract/payments.ts";
import { mayChangeHandover, mayNotMovePlace } from "#domain/changes/changes.ts";
import { isBackAtAdmins } from "#domain/orders/host-requests.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { isReportable } from "#domain/charges/charges.ts";
import { milesUsed } from "#domain/trips/condition.ts";
import { yearsBetween } from "#domain/papers/licence.ts";
import { wireMoney } from "#domain/money.ts";
import { type CarToBringBack, ownStage } from "#domain/orders/own-orders.ts";
import { extraMilePrice } from "#domain/pricing/pricing.ts";
import type { Settlement } from "#server/ledger/cancellation.ts";
import type { mayChange } from "#server/changes/standing.ts";
import { presentOrder, presentSettlement } from "#server/orders/present.ts";
import { isAddressOf } from "#server/orders/order-key.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { OrderRow, PlacedOrder } from "#server/orders/queries.ts";
import type { LicenceRow } from "#server/papers/queries.ts";
import { type Services, today } from "#server/services.ts";
import type { findPassedStages, OwnListed } from "./queries.ts";

/** The owner of an order: their own address, to which its emails need not go, and their license. */
export type OrderOwner = { email: string | null; licence: LicenceRow | undefined };

export function presentOwnOrder(
  services: Pick<Services, "imageStore" | "now">,
  placed: PlacedOrder,
  { email, licence }: OrderOwner,
  toBringBack?: CarToBringBack,
): OwnOrder {
  const { order } = placed;
  const verified = licence?.state === "verified" ? licence : undefined;
  return {
    ...presentOrder(services, placed, isAddressOf(order, email) ? "reader" : "owner"),
    stage: ownStage({ ...order, toBringBack }, today(services)),
    ...(toBringBack && { toBringBack }),
    vehicleId: order.carId,
    carName: isBackAtAdmins(order) ? null : order.carName,
    carBrand: order.carBrand,
    totalDays: order.days,
    pickupLocation: order.pickupLocation,
    renterName: order.customerName,
    renterEmail: order.customerEmail,
    renterPhone: order.customerPhone,
    tripStartedAt: order.tripStartedAt?.toISOString() ?? null,
    tripCompletedAt: order.tripCompletedAt?.toISOString() ?? null,
    renterAge: verified ? yearsBetween(verified.birthDate, today(services)) : null,
    renterLicenseNumber: verified?.number ?? null,
    renterLicenseState: verified ? (verified.usState ?? verified.country) : null,
    startDate: order.pickupDate,
    endDate: order.returnDate,
  };
}

export const presentListed = (
  services: Pick<Services, "imageStore" | "now">,
  { reviewable, ...placed }: OwnListed,
  owner: OrderOwner,
  toBringBack?: CarToBringBack,
): ListedOrder => ({
  ...presentOwnOrder(services, placed, owner, toBringBack),
  reviewable,
  reportable: isReportable(placed.order, today(services)),
});

/** Who set a status. An account that is neither the renter's nor an administrator's is the host's. */
function actorOf(
  { accountId }: Pick<OrderRow, "accountId">,
  { actor, isAdmin }: { actor: string; isAdmin: boolean },
): OwnOrderDetail["history"][number]["by"] {
  if (isAdmin) return "longbay";
  if (actor === "system") return "system";
  return isUuid(actor) && actor !== accountId ? "host" : "renter";
}

function handoverAction(order: OrderRow, now: number): OwnOrderDetail["actions"]["handover"] {
  // A renter who has to choose another car chooses first, and one whose host has said yes pays first.
  if (order.replacing || waitsForPayment(order)) return { allowed: false, reason: "not_now" };
  return mayChangeHandover(order, now) ? { allowed: true } : { allowed: false, reason: "too_late" };
}

type TripHistory = { passed: Awaited<ReturnType<typeof findPassedStages>> } & Pick<
  OwnOrderDetail,
  | "conditionRecords"
  | "stretches"
  | "changes"
  | "documents"
  | "charges"
  | "lacks"
  | "ended"
  | "returnDenied"
  | "hostAddress"
> & {
    money: OrderMoneyShown;
    settlement: Settlement;
    may: Awaited<ReturnType<typeof mayChange>>;
    owner: OrderOwner;
    toBringBack: CarToBringBack | undefined;
  };

export function presentOwnDetail(
  services: Pick<Services, "imageStore" | "now">,
  placed: PlacedOrder,
  { passed, money, settlement, may, owner, toBringBack, ...more }: TripHistory,
): OwnOrderDetail {
  const own = presentOwnOrder(services, placed, owner, toBringBack);
  const handover = handoverAction(placed.order, services.now());
  const open = more.changes.find(({ status }) => status === "requested");
  const placeWaits = mayNotMovePlace(placed.order, open);
  return {
    ...own,
    ...more,
    ...money,
    history: passed.map(({ at, to, ...by }) => ({ at: at.toISOString(), by: actorOf(placed.order, by), to })),
    miles: {
      included: placed.order.milesIncluded,
      used: milesUsed(more.conditionRecords) ?? null,
      extraMile: wireMoney(placed.order.tariff?.extraMile ?? extraMilePrice),
    },
    actions: {
      handover,
      place: handover.allowed && placeWaits ? { allowed: false, reason: placeWaits } : handover,
      dates: may.dates,
      extension: may.extension,
      earlyReturn: may.early_return,
      cancel: own.cancellable
        ? { allowed: true, price: presentSettlement(settlement) }
        : { allowed: false, reason: "not_cancellable" },
      confirmEmail: own.confirmable ? { allowed: true } : { allowed: false, reason: "nothing_to_confirm" },
    },
  };
}
