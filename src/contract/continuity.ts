import * as z from "zod/mini";
import { endingReasons, endingStates } from "#domain/changes/endings.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { endpoint } from "./endpoint.ts";
import { CalendarDate, Money, Uuid, KeyQuery } from "./fields.ts";
import { idOf, OrderParams } from "./params.ts";

/** A car that is offered in place of a car whose side has ended the rental. */
export const ReplacementCar = z.object({
  id: Uuid,
  name: z.string(),
  year: z.number(),
  city: z.string(),
  image: z.string(),
  /** What the rental costs with this car: the same as before, or less. */
  total: Money,
  /** How much less the rental costs than before. */
  saved: Money,
  /** The first day with it. */
  from: CalendarDate,
  /** Whether the car is held, so that nobody else can take it. */
  isHeld: z.boolean(),
});
export type ReplacementCar = z.infer<typeof ReplacementCar>;

/** What the renter of an ended rental can choose from, or what they have chosen. */
export const Replacements = z.object({
  state: z.enum(endingStates),
  reason: z.enum(endingReasons),
  carName: z.string(),
  /** The last day with the car; null where the renter never had the car. */
  endsOn: z.nullable(CalendarDate),
  cars: z.array(ReplacementCar),
  /** Until when the cars are offered; null once that time is over. */
  heldUntil: z.nullable(z.string()),
  /** Without another car: the unused days, the amount by which the price falls, and the refund. */
  unused: z.object({ days: z.number(), amount: Money, refund: Money }),
});
export type Replacements = z.infer<typeof Replacements>;

const OrderAfter = z.object({
  id: Uuid,
  status: z.enum(orderStatuses),
  carName: z.nullable(z.string()),
  returnDate: CalendarDate,
  total: Money,
  state: z.enum(endingStates),
});

const tag = "Continuity";
const owns = { order: ["renter", "key"] } as const;

export const getReplacements = endpoint({
  method: "GET",
  path: "/api/orders/:id/replacements",
  summary:
    "What the renter may choose once the car's host or we have ended the rental: other cars, until when, and what is given back without one. 404 where nobody has ended it",
  tag,
  access: "public",
  owns,
  params: OrderParams,
  query: KeyQuery,
  response: Replacements,
  status: 200,
});

export const takeReplacement = endpoint({
  method: "POST",
  path: "/api/orders/:id/replacements/:carId/take",
  summary: "Go on with an offered car, at the price of the order or less. Again it is the same",
  tag,
  access: "public",
  owns,
  params: z.extend(OrderParams, { carId: idOf("replacement_gone") }),
  query: KeyQuery,
  response: OrderAfter,
  status: 200,
});

export const declineReplacements = endpoint({
  method: "POST",
  path: "/api/orders/:id/replacements/decline",
  summary: "Take none of the offered cars: the days that aren't used come back, without fee or notice",
  tag,
  access: "public",
  owns,
  params: OrderParams,
  query: KeyQuery,
  response: OrderAfter,
  status: 200,
});

export const EndingAnswer = z.object({
  state: z.enum(endingStates),
  status: z.enum(orderStatuses),
  endsOn: CalendarDate,
  /** The number of cars that are offered to the renter. */
  offered: z.number(),
  heldUntil: z.nullable(z.string()),
});
export type EndingAnswer = z.infer<typeof EndingAnswer>;
