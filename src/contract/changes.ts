import * as z from "zod/mini";
import { longestExplanation } from "#domain/fields/admin.ts";
import { changeKinds, changeStatuses } from "#domain/changes/changes.ts";
import { returnObstacles } from "#domain/changes/obstacles.ts";
import { place } from "#domain/fields/order.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { endpoint } from "./endpoint.ts";
import {
  CalendarDate,
  Money,
  MoneySent,
  PickupTime,
  requiredWords,
  schemasOf,
  Uuid,
  NewId,
  KeyQuery,
  Acceptance,
  OptionalExplanation,
} from "./fields.ts";
import { idOf, OrderParams } from "./params.ts";
import { PriceLine, TaxLine } from "./quotes.ts";

/** An order before a change and after it. */
const Standing = z.object({
  status: z.enum(orderStatuses),
  /** What the rental costs; for a cancelled rental, what is kept. */
  total: Money,
  pickupLocation: z.string(),
  pickupTime: z.string(),
  returnTime: z.string(),
  /** After a change: whether an administrator has to decide first about what is given back. */
  refundWaits: z.optional(z.boolean()),
  /** Where the rental itself changes: its days and its price, line by line. */
  rental: z.optional(
    z.object({
      pickupDate: CalendarDate,
      returnDate: CalendarDate,
      days: z.number(),
      months: z.number(),
      discountPercent: z.number(),
      /** The insurance has a price a day if its line is counted in days, as for a car. */
      insurance: z.object({ dailyPrice: z.optional(Money) }),
      lines: z.array(PriceLine),
      fees: Money,
      taxes: Money,
      taxLines: z.optional(z.array(TaxLine)),
      milesIncluded: z.number(),
      carId: z.nullable(Uuid),
      carName: z.nullable(z.string()),
    }),
  ),
});

/** A change, line by line, before it is made. */
export const ChangeQuote = z.object({
  kind: z.enum(changeKinds),
  before: Standing,
  after: Standing,
  difference: Money,
  /** What the change itself costs, within the total. */
  fee: Money,
  /** What is given back of what was paid. */
  refund: Money,
  /** The part of the refund that an administrator has to decide about first, if any. */
  refundToCheck: z.optional(Money),
  effectiveReturnDate: CalendarDate,
  /** The instalments as the change would leave them. Absent once it is made: the order has them then. */
  instalments: z.optional(z.array(z.object({ dueOn: CalendarDate, amount: Money, paid: z.boolean() }))),
});
export type ChangeQuote = z.infer<typeof ChangeQuote>;

export const OrderChange = z.extend(ChangeQuote, {
  id: Uuid,
  status: z.enum(changeStatuses),
  /** Until when a request waits for an answer; and why it was declined, or why another car is offered. */
  answerUntil: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  /** True of a request whose days are not held until the answer: there was no room for one more unpaid hold. */
  waitsWithoutHold: z.optional(z.boolean()),
});
export type OrderChange = z.infer<typeof OrderChange>;

/** A renter's change. The days belong to `dates`, `extension` and `early_return`, the rest to `pickup`. */
const asked = {
  kind: z.enum(["pickup", "cancel", "dates", "extension", "early_return"]),
  pickupDate: z.optional(CalendarDate),
  returnDate: z.optional(CalendarDate),
  ...schemasOf({ pickupLocation: place }),
  pickupTime: z.optional(PickupTime),
  returnTime: z.optional(PickupTime),
};
const changeId = idOf("change_not_found");
/** The answer to a request for a change; a no needs its reason. */
export const ChangeAnswer = z.object({ decision: Acceptance, reason: OptionalExplanation });
const tag = "Changes";

export const quoteChange = endpoint({
  method: "POST",
  path: "/api/orders/:id/changes/quote",
  effect: "read",
  summary:
    "What a change of one's own order would cost, line by line: place and times, new dates, more days, an early return, or cancelling. Nothing is changed. With a visitor's `key`, of cancelling only",
  tag,
  access: "public",
  owns: { order: ["renter", "key"] },
  params: OrderParams,
  query: KeyQuery,
  body: z.object(asked),
  response: ChangeQuote,
  status: 200,
});

/** What happens to a rental if its car is returned today. */
export const ReturnQuote = z.object({
  /** Whether the rental ends later than tomorrow. */
  isEarly: z.boolean(),
  /** Whether an early return today lies in the first days, without notice and fee. */
  isFree: z.boolean(),
  /** The early return that is possible today, line by line; null where none is possible or none costs less. */
  quote: z.nullable(ChangeQuote),
  /** Why the price stays the same, where it does. */
  obstacle: z.nullable(z.enum(returnObstacles)),
  /** A request of the renter's that waits for an answer: a return withdraws it. */
  waiting: z.nullable(OrderChange),
});
export type ReturnQuote = z.infer<typeof ReturnQuote>;

export const quoteReturn = endpoint({
  method: "GET",
  path: "/api/orders/:id/return-quote",
  summary:
    "What returning the car of one's own running rental today would cost and give back, as an early return, and which open request it withdraws. Nothing is changed",
  tag,
  access: "account",
  owns: { order: ["renter", "admin"] },
  params: OrderParams,
  response: ReturnQuote,
  status: 200,
});

export const makeChange = endpoint({
  method: "POST",
  path: "/api/orders/:id/changes",
  summary:
    "Change one's own order at once, or ask for more days: they are kept until the answer, while there is room for one more unpaid hold. With `expectedTotal` it is refused where `after.total` is higher by now. With a visitor's `key`, cancelling only",
  tag,
  access: "public",
  owns: { order: ["renter", "key"] },
  params: OrderParams,
  query: KeyQuery,
  body: z.object({ ...asked, id: NewId, expectedTotal: z.optional(MoneySent) }),
  response: OrderChange,
  status: 201,
});

export const withdrawChange = endpoint({
  method: "DELETE",
  path: "/api/orders/:id/changes/:changeId",
  summary: "Withdraw a request of one's own that nobody has answered. Its days are open again",
  tag,
  access: "account",
  owns: { order: ["renter"] },
  params: z.extend(OrderParams, { changeId }),
  response: OrderChange,
  status: 200,
});

export const listOrderChanges = endpoint({
  method: "GET",
  path: "/api/admin/orders/:id/changes",
  summary: "What was changed of an order and what is asked for, the last first",
  tag,
  access: "admin",
  params: OrderParams,
  response: z.array(OrderChange),
  status: 200,
});

export const answerChange = endpoint({
  method: "PUT",
  path: "/api/admin/changes/:changeId",
  summary: "Accept a request for more days, or decline it with a reason",
  tag,
  access: "admin",
  params: z.object({ changeId }),
  body: ChangeAnswer,
  response: OrderChange,
  status: 200,
});

export const answerOffer = endpoint({
  method: "PUT",
  path: "/api/orders/:id/changes/:changeId",
  summary:
    "Take another car that was offered for one's own order, or keep one's own: signed in, or with the `key` of a visitor's order",
  tag,
  access: "public",
  owns: { order: ["renter", "key"] },
  params: z.extend(OrderParams, { changeId }),
  query: KeyQuery,
  body: z.object({ decision: Acceptance }),
  response: OrderChange,
  status: 200,
});

export const quoteOffer = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/offers/quote",
  effect: "read",
  summary: "What an order would cost with another car, line by line. Nothing is changed, nobody is asked",
  tag,
  access: "admin",
  params: OrderParams,
  body: z.object({ carId: Uuid }),
  response: ChangeQuote,
  status: 200,
});

export const offerCar = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/offers",
  summary:
    "Offer an order's renter another car at the same price or lower, until the keys are handed over. It is kept for them until their answer",
  tag,
  access: "admin",
  params: OrderParams,
  body: z.object({ id: NewId, carId: Uuid, reason: requiredWords(longestExplanation) }),
  response: OrderChange,
  status: 201,
});

export const withdrawOffer = endpoint({
  method: "DELETE",
  path: "/api/admin/changes/:changeId",
  summary: "Withdraw a car that was offered and that its renter has not answered for",
  tag,
  access: "admin",
  params: z.object({ changeId }),
  response: OrderChange,
  status: 200,
});
