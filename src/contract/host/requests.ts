import * as z from "zod/mini";
import { pricedHostLines } from "#domain/orders/host-earnings.ts";
import { declineReasons, requestOutcomes } from "#domain/orders/host-requests.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Money, unlessEmpty, Uuid, OptionalReason, Acceptance } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { OrderParams } from "#contract/params.ts";

/**
 * The renter who asks for a host's car, or rents it. `name`, `phone` and `place` are there from the host's
 * acceptance until 7 days after the end; the host never gets other data to contact or identify the renter.
 */
export const HostRenter = z.object({
  /** Empty where we know no first name. */
  firstName: z.string(),
  /** Since when they have an account; null for a visitor. */
  since: z.nullable(z.string()),
  /** How many rentals they have completed. */
  rentals: z.number(),
  /** The mean stars in hosts' reviews of the renter; null without a review. */
  mean: z.nullable(z.number()),
  /** Whether their licence is verified. */
  isVerified: z.boolean(),
  name: z.optional(z.string()),
  phone: z.optional(z.string()),
  place: z.optional(z.string()),
});
export type HostRenter = z.infer<typeof HostRenter>;

/** What a rental brings its host: the shared lines, our share of them, and what is left, also by month. */
export const HostEarningsShown = z.object({
  sharePercent: z.number(),
  /** The days with the host's own car. */
  days: z.number(),
  lines: z.array(
    z.object({
      kind: z.enum(pricedHostLines),
      amount: Money,
    }),
  ),
  /** Our share, as a number below zero. */
  ourShare: Money,
  months: z.array(z.object({ from: CalendarDate, until: CalendarDate, amount: Money })),
  total: Money,
});
export type HostEarningsShown = z.infer<typeof HostEarningsShown>;

/** What a host sees of an order of their car, requested or accepted. */
export const hosted = {
  id: Uuid,
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  car: z.object({ id: Uuid, name: z.string(), image: z.string() }),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  pickupTime: z.string(),
  returnTime: z.string(),
  days: z.number(),
  months: z.number(),
  city: z.string(),
  milesIncluded: z.number(),
  renter: HostRenter,
  earnings: HostEarningsShown,
};

/** A request for a host's car. */
export const HostRequest = z.object({
  ...hosted,
  /** `waiting` for an answer, or the result. */
  state: z.enum(["waiting", ...requestOutcomes]),
  askedAt: z.string(),
  /** Until when the host may answer; null once the host can't answer anymore. */
  answerUntil: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
  /** True from the host's yes until the renter's first payment confirms the rental, or the order ends without it. */
  isAwaitingPayment: z.boolean(),
  /** Whether it became a rental, with a page of its own: not if it ended before the first payment. */
  hasRental: z.boolean(),
  /** Deadline of the first payment; null while one is under way. */
  payUntil: z.nullable(z.string()),
  reason: z.nullable(z.enum(declineReasons)),
  words: z.string(),
  /** True while another renter can still take the dates. */
  isUnheld: z.boolean(),
  /** Whether it is for a plan: after a decline we find another car for the renter, and only we read the reason. */
  isPlan: z.boolean(),
  /** Whether it is the host's own order, which the host can't accept. */
  isOwn: z.boolean(),
});
export type HostRequest = z.infer<typeof HostRequest>;

/** What else takes days of the same car around the days of a request: orders, blocks and other calendars. */
export const BesideRequest = z.object({
  kind: z.enum(["order", "block", "feed", "held"]),
  from: CalendarDate,
  until: CalendarDate,
  /** An order's number, a block's note or a calendar's name. */
  label: z.string(),
});
export type BesideRequest = z.infer<typeof BesideRequest>;

export const HostRequestDetail = z.extend(HostRequest, {
  /** Whether a yes waits for the renter's first payment, at a provider, before the rental is confirmed. */
  isPaidFirst: z.boolean(),
  beside: z.array(BesideRequest),
});
export type HostRequestDetail = z.infer<typeof HostRequestDetail>;

const tag = "Host: requests";
const one = { access: "host", owns: { order: ["host"] }, params: OrderParams, status: 200 } as const;

export const listHostRequests = endpoint({
  method: "GET",
  path: "/api/host/requests",
  summary:
    "Requests for one's own cars: those that wait, the nearest deadline first, or with `state=answered` those that don't anymore, the newest first",
  tag,
  access: "host",
  query: z.object({ state: unlessEmpty(z.enum(["waiting", "answered"])), ...idPage }),
  response: z.array(HostRequest),
  status: 200,
});

export const getHostRequest = endpoint({
  ...one,
  method: "GET",
  path: "/api/host/requests/:id",
  summary: "One request, with what else the car has on around its dates",
  tag,
  response: HostRequestDetail,
});

export const answerHostRequest = endpoint({
  ...one,
  method: "PUT",
  path: "/api/host/requests/:id",
  summary:
    "Say yes or no to a request; a no names its `reason`, in `words` if wished, which the renter reads, and of a plan's order (`isPlan`) we alone. The same answer again is the same; 409 `request_answered` where another came first, or its time is over. With `pickupDate` or `returnDate` a yes is to those days: 412 `stale` where the renter has changed them meanwhile",
  tag,
  body: z.object({
    decision: Acceptance,
    reason: z.optional(z.enum(declineReasons)),
    words: OptionalReason,
    pickupDate: z.optional(CalendarDate),
    returnDate: z.optional(CalendarDate),
  }),
  response: HostRequestDetail,
});
