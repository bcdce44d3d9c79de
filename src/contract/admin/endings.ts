import * as z from "zod/mini";
import { EndingAnswer } from "#contract/continuity.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Money, Uuid } from "#contract/fields.ts";
import { idOf, OrderParams } from "#contract/params.ts";
import { endingReasons, endingStates } from "#domain/changes/endings.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";

const tag = "Continuity";
const owns = { order: ["renter", "admin"] } as const;

export const endOrder = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/end",
  summary:
    "End a confirmed or running rental. For a reason on the car's side, the renter is offered other cars. For a reason on the renter's side, before the keys are handed over we keep what the terms say; afterwards the days that are left are given back, less what is owed",
  tag,
  access: "admin",
  owns,
  params: OrderParams,
  body: z.object({ reason: z.enum(endingReasons) }),
  response: EndingAnswer,
  status: 200,
});

export const dismissEnding = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/end/dismiss",
  summary: "Don't end a rental that its host has asked to be ended",
  tag,
  access: "admin",
  owns,
  params: OrderParams,
  response: EndingAnswer,
  status: 200,
});

export const agreeToReplacement = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/replacements/:carId/agree",
  summary: "Agree to what we bear of a dearer car, above $500, so that the renter may take it",
  tag,
  access: ["manage_payments"],
  owns,
  params: z.extend(OrderParams, { carId: idOf("replacement_gone") }),
  response: EndingAnswer,
  status: 200,
});

/** An ended rental as the back office follows it. */
export const ContinuityCase = z.object({
  orderId: Uuid,
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  state: z.enum(endingStates),
  reason: z.enum(endingReasons),
  /** The side that ended it, or that asks for the end. */
  side: z.enum(["host", "desk"]),
  hostName: z.nullable(z.string()),
  carName: z.string(),
  /** The last day with the car, if a requested end happens today; null where the renter never had the car. */
  endsOn: z.nullable(CalendarDate),
  createdAt: z.string(),
  answerUntil: z.nullable(z.string()),
  offers: z.array(
    z.object({
      carId: Uuid,
      name: z.string(),
      monthlyPrice: Money,
      /** The price difference that we would pay. */
      difference: Money,
      isHeld: z.boolean(),
      needsAgreement: z.boolean(),
    }),
  ),
});
export type ContinuityCase = z.infer<typeof ContinuityCase>;

export const listContinuity = endpoint({
  method: "GET",
  path: "/api/admin/continuity",
  summary: "Rentals that were ended and are still to be settled, the nearest deadline first",
  tag,
  access: "admin",
  response: z.array(ContinuityCase),
  status: 200,
});
