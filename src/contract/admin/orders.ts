import * as z from "zod/mini";
import { longestNote } from "#domain/fields/admin.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import { orderAttentions, orderSorts } from "#domain/orders/attention.ts";
import { orderSources, orderStatuses } from "#domain/orders/lifecycle.ts";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { endpoint } from "#contract/endpoint.ts";
import {
  CalendarDate,
  Money,
  requiredWords,
  unlessEmpty,
  Uuid,
  words,
  NewId,
  Language,
  OptionalReason,
} from "#contract/fields.ts";
import { orderTimes } from "#domain/orders/admin-lists.ts";
import { placePage } from "#contract/paging.ts";
import { OrderParams } from "#contract/params.ts";
import { OrderedInsurance } from "#contract/orders.ts";
import { priceFields } from "#contract/quotes.ts";

/** An order in a list, as administrators see it. Facts that we don't have yet (age, license) are null. */
export const AdminOrder = z.object({
  ...priceFields,
  id: Uuid,
  orderNumber: z.string(),
  source: z.enum(orderSources),
  status: z.enum(orderStatuses),
  vehicleId: z.nullable(Uuid),
  carName: z.nullable(z.string()),
  carBrand: z.nullable(z.string()),
  tier: z.nullable(z.enum(tiers)),
  location: z.nullable(z.string()),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  pickupTime: z.string(),
  returnTime: z.string(),
  pickupLocation: z.string(),
  totalDays: z.number(),
  /** The dates of pickup and return under their other names. */
  startDate: z.string(),
  endDate: z.string(),
  dailyRate: Money,
  /** The price of 30 days of a car, or of a month of a plan. */
  monthlyPrice: Money,
  totalPrice: Money,
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  /** Since when it waits for the car's host; administrators may answer in their place. Null if it doesn't wait. */
  waitsForHostSince: z.nullable(z.string()),
  /** Since when its host has agreed and its first payment, which confirms it, hasn't come; otherwise null. */
  waitsForPaymentSince: z.nullable(z.string()),
  tripStartedAt: z.nullable(z.string()),
  tripCompletedAt: z.nullable(z.string()),
  renterName: z.string(),
  renterEmail: z.string(),
  renterPhone: z.string(),
  renterAge: z.nullable(z.number()),
  renterLicenseNumber: z.nullable(z.string()),
  renterLicenseState: z.nullable(z.string()),
});
export type AdminOrder = z.infer<typeof AdminOrder>;

const Change = z.object({
  at: z.string(),
  by: z.string(),
  action: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export const OrderNote = z.object({ id: Uuid, text: z.string(), by: z.string(), createdAt: z.string() });

/** One order with everything that belongs to it. */
export const AdminOrderDetail = z.extend(AdminOrder, {
  language: Language,
  /** The host of its car; null for the platform's. */
  host: z.nullable(z.object({ id: Uuid, name: z.string() })),
  paymentMethod: z.nullable(z.enum(paymentMethods)),
  paymentCard: z.nullable(z.object({ brand: z.string(), last4: z.string(), expiry: z.string() })),
  insurance: z.nullable(OrderedInsurance),
  collisionIncluded: z.boolean(),
  /** Letters that no font of ours has: the order's documents wait because of them. */
  unprintable: z.nullable(z.string()),
  /** Whether an administrator may choose the car: for a plan, or to replace a car that has left the fleet. */
  canChooseCar: z.boolean(),
  /** Whether it is the caller's own order: other administrators decide about it. */
  isDecidedByOthers: z.boolean(),
  /** Whether the car's side has ended the rental and the renter has yet to choose what follows. */
  replacing: z.boolean(),
  /** The first day with its present car, where the rental began with another. */
  carSince: z.nullable(CalendarDate),
  /** Whether another car may be offered to the renter. */
  canOfferCar: z.boolean(),
  history: z.array(Change),
  notes: z.array(OrderNote),
});
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>;

export const PlanCar = z.object({
  id: Uuid,
  name: z.string(),
  year: z.number(),
  city: z.string(),
  monthlyPrice: Money,
  plateNumber: z.nullable(z.string()),
});
export type PlanCar = z.infer<typeof PlanCar>;

/**
 * Filters of orders: words in the number, the renter's name, email address or phone number, the car, its id or
 * plate, the city or the plan; a status; the time at which orders were placed; what needs an administrator; the
 * account that orders belong to; the dates between which orders begin and end, both included.
 */
export const orderFilters = {
  search: unlessEmpty(words(longestSearch)),
  status: unlessEmpty(z.enum(orderStatuses)),
  time: unlessEmpty(z.enum(orderTimes)),
  attention: unlessEmpty(z.enum(orderAttentions)),
  account: unlessEmpty(Uuid),
  pickupFrom: unlessEmpty(CalendarDate),
  pickupUntil: unlessEmpty(CalendarDate),
  returnFrom: unlessEmpty(CalendarDate),
  returnUntil: unlessEmpty(CalendarDate),
};
export const OrderFilters = z.object(orderFilters);
export type OrderFilters = z.output<typeof OrderFilters>;

const tag = "Admin: orders";
const access = "admin";

export const listAdminOrders = endpoint({
  method: "GET",
  path: "/api/admin/orders",
  summary:
    "Orders, those placed last first unless sorted otherwise. X-Total-Count goes no further than 1000 for a search or what wants attention",
  tag,
  access,
  query: z.object({
    ...orderFilters,
    sort: unlessEmpty(z.enum(orderSorts)),
    direction: unlessEmpty(z.enum(["asc", "desc"])),
    ...placePage,
  }),
  response: z.array(AdminOrder),
  status: 200,
});

export const getAdminOrder = endpoint({
  method: "GET",
  path: "/api/admin/orders/:id",
  summary: "One order with its history and notes",
  tag,
  access,
  params: OrderParams,
  response: AdminOrderDetail,
  status: 200,
});

export const setOrderStatus = endpoint({
  method: "PUT",
  path: "/api/admin/orders/:id/status",
  summary:
    "Set any status. Refused where it would promise a car twice, and with `from` where somebody else was faster. A rental that is begun or ended without a condition record needs a reason. A cancelled order whose promo code another has used since stays cancelled. What it gives back waits for an administrator who manages payments, unless one sets it. They alone may ask `fullRefund` when cancelling: nothing is kept of what was paid, as where it is us who cancel a rental that has not begun. Nobody sets the status of an order of their own, while another administrator could",
  tag,
  access,
  params: OrderParams,
  body: z.object({
    status: z.enum(orderStatuses),
    from: z.optional(z.enum(orderStatuses)),
    reason: OptionalReason,
    fullRefund: z.optional(z.boolean()),
  }),
  /** `change` is the number to undo the new status with while its email waits; null if nothing changed. */
  response: z.extend(AdminOrder, { change: z.nullable(z.number()) }),
  status: 200,
});

export const undoOrderStatus = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/undo-status",
  summary:
    "Undo the status that one has just set, with the number of the change, while its email waits to be sent",
  tag,
  access,
  params: OrderParams,
  body: z.object({ change: z.number() }),
  response: AdminOrder,
  status: 200,
});

export const listPlanCars = endpoint({
  method: "GET",
  path: "/api/admin/orders/:id/cars",
  summary:
    "Cars that an order may be given, or its renter offered: at its price or lower, of its tier, available on its dates; those of its city first. `q` finds by words or plate; X-Total-Count says how many there are",
  tag,
  access,
  params: OrderParams,
  query: z.object({ q: unlessEmpty(words(longestSearch)) }),
  response: z.array(PlanCar),
  status: 200,
});

export const assignCar = endpoint({
  method: "PUT",
  path: "/api/admin/orders/:id/car",
  summary:
    "Give a plan order its car. With `from`, the car that the order had when one looked, and without it where another administrator gave it one, refused where somebody else was faster: `assigned` says who, and which car",
  tag,
  access,
  params: OrderParams,
  body: z.object({ carId: Uuid, from: z.optional(z.nullable(Uuid)) }),
  response: AdminOrder,
  status: 200,
});

export const addOrderNote = endpoint({
  method: "POST",
  path: "/api/admin/orders/:id/notes",
  summary: "Write a note that administrators see. The same id and words again are the same note",
  tag,
  access,
  params: OrderParams,
  body: z.object({ id: NewId, text: requiredWords(longestNote) }),
  response: OrderNote,
  status: 201,
});
