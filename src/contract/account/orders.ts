import * as z from "zod/mini";
import { handoverNeeds } from "#domain/trips/condition.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { nextStepKinds, ownFilters, ownStages } from "#domain/orders/own-orders.ts";
import { Charge } from "#contract/charges.ts";
import { OrderChange } from "#contract/changes.ts";
import { OrderDocumentShown } from "#contract/documents.ts";
import { ShownStretch } from "#contract/stretches.ts";
import { ConditionRecord } from "#contract/trips.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Money, Uuid, unlessEmpty } from "#contract/fields.ts";
import { Cancellation, HostAddress, Order } from "#contract/orders.ts";
import { idPage } from "#contract/paging.ts";
import { OrderParams } from "#contract/params.ts";
import { OrderMoneyShown } from "#contract/payments.ts";

/** An order as its owner sees it: with everything that the owner gave us. */
export const OwnOrder = z.extend(Order, {
  stage: z.enum(ownStages),
  /** A car that the renter still has and has to bring back, besides the car of a running rental. */
  toBringBack: z.optional(z.object({ carName: z.string(), dueOn: CalendarDate })),
  vehicleId: z.nullable(Uuid),
  carName: z.nullable(z.string()),
  carBrand: z.nullable(z.string()),
  totalDays: z.number(),
  pickupLocation: z.string(),
  renterName: z.string(),
  renterEmail: z.string(),
  renterPhone: z.string(),
  tripStartedAt: z.nullable(z.string()),
  tripCompletedAt: z.nullable(z.string()),
  /** The renter's age by their verified license; null without a license. */
  renterAge: z.nullable(z.number()),
  renterLicenseNumber: z.nullable(z.string()),
  renterLicenseState: z.nullable(z.string()),
  /** The dates of pickup and return under their other names. */
  startDate: z.string(),
  endDate: z.string(),
});
export type OwnOrder = z.infer<typeof OwnOrder>;

/** An order in a list also says whether its renter may review it, or report an accident or a breakdown, now. */
export const ListedOrder = z.extend(OwnOrder, { reviewable: z.boolean(), reportable: z.boolean() });
export type ListedOrder = z.infer<typeof ListedOrder>;

/** Whether the renter may do something with an order now, or why not. */
const Action = z.object({ allowed: z.boolean(), reason: z.optional(z.string()) });

/** For an action that changes days: the first and the last day that may be chosen. */
const DatedAction = z.extend(Action, { from: z.optional(CalendarDate), until: z.optional(CalendarDate) });

/** One order with all details. */
export const OwnOrderDetail = z.extend(OwnOrder, {
  history: z.array(
    z.object({
      at: z.string(),
      /** `renter` is the caller, `host` the car's host, `longbay` an administrator, `system` an automatic job. */
      by: z.enum(["renter", "host", "longbay", "system"]),
      to: z.enum(orderStatuses),
    }),
  ),
  /**
   * Miles included in the whole rental, miles driven by the latest readings (null until there are both), and the
   * price of each mile beyond the included ones.
   */
  miles: z.object({ included: z.number(), used: z.nullable(z.number()), extraMile: Money }),
  /** The condition of the car at its handover and its return: finished records, the oldest first. */
  conditionRecords: z.array(ConditionRecord),
  /** The cars of the rental, in the order of their days; one where it never changed. */
  stretches: z.array(ShownStretch),
  documents: z.array(OrderDocumentShown),
  /** True where the return that was recorded is denied, and the car isn't back. */
  returnDenied: z.optional(z.boolean()),
  /** What is still missing before the keys of a confirmed order are given. */
  lacks: z.array(z.enum(handoverNeeds)),
  /** Charges beyond the price, the oldest first. */
  charges: z.array(Charge),
  hostAddress: HostAddress,
  ...OrderMoneyShown.shape,
  /** The changes of the order, the newest first. */
  changes: z.array(OrderChange),
  actions: z.object({
    /** Place and times of the handover. */
    handover: Action,
    /** The place of the handover: not while a change waits for an answer, where the car's host has to agree. */
    place: Action,
    dates: DatedAction,
    extension: DatedAction,
    earlyReturn: DatedAction,
    cancel: z.extend(Action, { price: z.optional(Cancellation) }),
    confirmEmail: Action,
  }),
});
export type OwnOrderDetail = z.infer<typeof OwnOrderDetail>;

export const listOwnOrders = endpoint({
  method: "GET",
  path: "/api/account/orders",
  summary:
    "One's own orders, newest first. X-Count-All, X-Count-Active and X-Count-Completed say how many stand under each filter",
  tag: "Orders",
  access: "account",
  query: z.object({
    filter: unlessEmpty(z.enum(ownFilters)),
    ...idPage,
  }),
  response: z.array(ListedOrder),
  status: 200,
});

export const getOwnOrder = endpoint({
  method: "GET",
  path: "/api/account/orders/:id",
  summary: "One of one's own orders, with its history and what may be done with it",
  tag: "Orders",
  access: "account",
  params: OrderParams,
  response: OwnOrderDetail,
  status: 200,
});

/** A step that the renter should take; `orderId` is its order, for a license the order with the soonest pickup. */
export const NextStep = z.object({
  kind: z.enum(nextStepKinds),
  orderId: Uuid,
  /** The day of the step: the day of pickup or return. */
  on: z.string(),
  title: z.nullable(z.string()),
});
export type NextStep = z.infer<typeof NextStep>;

export const getOverview = endpoint({
  method: "GET",
  path: "/api/account/overview",
  summary:
    "What a dashboard begins with: the most pressing first of what to do next, how many trips, and the newest orders",
  tag: "Orders",
  access: "account",
  response: z.object({
    totalTrips: z.number(),
    /** Confirmed trips whose pickup is within 30 days. */
    upcomingTrips: z.number(),
    /** The trip that the renter is on, or the next trip. */
    current: z.nullable(OwnOrder),
    next: z.array(NextStep),
    recent: z.array(ListedOrder),
  }),
  status: 200,
});
