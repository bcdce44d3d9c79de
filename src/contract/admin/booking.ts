import * as z from "zod/mini";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { BookingRequest, PlanOrderRequest } from "#contract/booking.ts";
import { endpoint } from "#contract/endpoint.ts";
import { AdminOrder } from "./orders.ts";

/** An order that was agreed on by telephone: `confirm` makes it confirmed, and its email says so. */
export const AdminBooking = z.extend(BookingRequest, { confirm: z.optional(z.boolean()) });
/** An order of a plan. It is confirmed once it has a car. */
export const AdminPlanOrder = z.extend(PlanOrderRequest, {
  paymentMethod: z.optional(z.enum(paymentMethods)),
});

const tag = "Admin: orders";
const access = "admin";

export const enterBooking = endpoint({
  method: "POST",
  path: "/api/admin/bookings",
  summary: "Enter a car request that was made by telephone",
  tag,
  access,
  body: AdminBooking,
  response: AdminOrder,
  status: 201,
});

export const enterPlanOrder = endpoint({
  method: "POST",
  path: "/api/admin/orders",
  summary: "Enter a plan order that was made by telephone",
  tag,
  access,
  body: AdminPlanOrder,
  response: AdminOrder,
  status: 201,
});
