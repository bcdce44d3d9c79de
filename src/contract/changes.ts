import * as z from "zod/mini";
import { changeKinds, changeStatuses } from "#domain/changes/changes.ts";
import { place } from "#domain/fields/order.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { endpoint } from "./endpoint.ts";
import { CalendarDate, Money, MoneySent, PickupTime, schemasOf, Uuid } from "./fields.ts";

/** An order before a change and after it. */
const Standing = z.object({
  status: z.enum(orderStatuses),
  /** What the rental costs; what is kept of a cancelled one. */
  total: Money,
  pickupLocation: z.string(),
  pickupTime: z.string(),
  returnTime: z.string(),
});

/** A change, line by line, before it is made. */
export const ChangeQuote = z.object({
  kind: z.enum(changeKinds),
  before: Standing,
  after: Standing,
  difference: Money,
  fee: Money,
  /** What is given back of what was paid. */
  refund: Money,
  effectiveReturnDate: CalendarDate,
});
export type ChangeQuote = z.infer<typeof ChangeQuote>;

export const OrderChange = z.extend(ChangeQuote, {
  id: Uuid,
  status: z.enum(changeStatuses),
  createdAt: z.string(),
});
export type OrderChange = z.infer<typeof OrderChange>;

const asked = {
  kind: z.enum(["pickup", "cancel"]),
  ...schemasOf({ pickupLocation: place }),
  pickupTime: z.optional(PickupTime),
  returnTime: z.optional(PickupTime),
};
const OrderParams = z.object({ id: z.string() });
const tag = "Orders: changes";
const access = "account";

export const quoteChange = endpoint({
  method: "POST",
  path: "/api/orders/:id/changes/quote",
  summary:
    "What a change of one's own order would cost: place and times of the handover, or cancelling. Nothing is changed",
  tag,
  access,
  params: OrderParams,
  body: z.object(asked),
  response: ChangeQuote,
  status: 200,
});

export const makeChange = endpoint({
  method: "POST",
  path: "/api/orders/:id/changes",
  summary:
    "Change one's own order at once: place and times of the handover until 24 hours before pickup, or cancel it. With `expectedTotal` it is refused where `after.total` is higher by now",
  tag,
  access,
  params: OrderParams,
  body: z.object({ ...asked, id: z.optional(Uuid), expectedTotal: z.optional(MoneySent) }),
  response: OrderChange,
  status: 201,
});
