import * as z from "zod/mini";
import { customerFields, place } from "#domain/fields/order.ts";
import { required } from "#domain/fields/rules.ts";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { liabilityOptions } from "#domain/pricing/insurance.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { endpoint } from "./endpoint.ts";
import {
  CalendarDate,
  City,
  MoneySent,
  PickupTime,
  PromoCode,
  schemasOf,
  Uuid,
  NewId,
  Language,
  OrderKey,
} from "./fields.ts";
import { OrderParams } from "./params.ts";
import { CardSummary, Order } from "./orders.ts";

const ordered = {
  id: NewId,
  ...schemasOf(customerFields),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  pickupTime: z.optional(PickupTime),
  returnTime: z.optional(PickupTime),
  totalPrice: MoneySent,
  promo: z.optional(PromoCode),
  language: z.optional(Language),
};

/** The car request form. `id` is the caller's random UUID: a form that is sent twice is still one order. */
export const BookingRequest = z.object({
  ...ordered,
  ...schemasOf({ pickupLocation: required(place) }),
  carId: Uuid,
});
export type BookingRequest = z.infer<typeof BookingRequest>;

/** The plan checkout. `location` is the city; the car is chosen after the order. */
export const PlanOrderRequest = z.object({
  ...ordered,
  tier: z.enum(tiers),
  location: City,
  ...schemasOf({ pickupLocation: place }),
  insurance: z.enum(liabilityOptions),
  paymentMethod: z.enum(paymentMethods),
  card: z.optional(CardSummary),
});
export type PlanOrderRequest = z.infer<typeof PlanOrderRequest>;

const tag = "Orders";

export const createBooking = endpoint({
  method: "POST",
  path: "/api/bookings",
  summary: "Request a car",
  tag,
  access: "public",
  body: BookingRequest,
  response: Order,
  status: 201,
});

export const createOrder = endpoint({
  method: "POST",
  path: "/api/orders",
  summary: "Order a plan",
  tag,
  access: "public",
  body: PlanOrderRequest,
  response: Order,
  status: 201,
});

export const confirmOrderEmail = endpoint({
  method: "POST",
  path: "/api/orders/:id/confirm-email",
  summary:
    "Confirm the email address of a pending order, with the key from its email or, where it is the account's own address, as its owner. Takes the dates if they are still open; else the order is cancelled and answered 409",
  tag,
  access: "public",
  owns: { order: ["renter", "key"] },
  params: OrderParams,
  body: z.nullish(z.object({ key: OrderKey })),
  response: Order,
  status: 200,
});
