import * as z from "zod/mini";
import { wizardFields } from "#domain/fields/wizard.ts";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { dailyInsurances } from "#domain/pricing/insurance.ts";
import { endpoint } from "#contract/endpoint.ts";
import {
  CalendarDate,
  MoneySent,
  PickupTime,
  PromoCode,
  schemasOf,
  Uuid,
  NewId,
  Language,
} from "#contract/fields.ts";
import { OrderParams } from "#contract/params.ts";
import { CardSummary, Order } from "#contract/orders.ts";
import { FreeRange } from "#contract/quotes.ts";

/** The person who books: name and address come from the account and can't be typed. */
const Renter = z.object({ name: z.string(), email: z.string(), phone: z.string() });

/**
 * How the car's days are kept. `held`: until `holdEndsAt`. `unheld`: there is no room for one more unpaid hold;
 * each step tries again, and completing makes an order that waits without its car. `lost`: the hold has run out,
 * and everything typed is still here. `booked`: the booking is complete. `none`: it has not begun.
 */
const answers = {
  holdEndsAt: z.nullable(z.string()),
  /** The seconds from now until `holdEndsAt`, for devices whose clock is wrong. */
  holdSeconds: z.nullable(z.number()),
  customerPhone: z.string(),
  pickupLocation: z.string(),
  /** The hours that the renter chose; null for the usual hours, which the order then has. */
  chosenTimes: z.object({ pickupTime: z.nullable(PickupTime), returnTime: z.nullable(PickupTime) }),
  selectedInsurance: z.nullable(z.enum(dailyInsurances)),
  paymentMethod: z.nullable(z.enum(paymentMethods)),
  promo: z.nullable(z.string()),
  /** Where the hold is lost: when the car is next available for the same length. */
  nextFree: z.optional(z.array(FreeRange)),
};

/** A booking that is under way or complete: the order that it is or becomes, and the answers so far. */
export const WizardBooking = z.extend(Order, {
  ...answers,
  hold: z.enum(["held", "unheld", "lost", "booked"]),
  carId: Uuid,
  renter: z.extend(Renter, { pickupLocation: z.string() }),
});
export type WizardBooking = z.infer<typeof WizardBooking>;

/** No booking of this car is under way. */
const NotBegun = z.object({
  hold: z.literal("none"),
  holdEndsAt: z.null(),
  carId: Uuid,
  renter: Renter,
});
export const WizardState = z.union([WizardBooking, NotBegun]);
export type WizardState = z.infer<typeof WizardState>;

const { customerPhone, pickupLocation } = schemasOf(wizardFields);

export const WizardStart = z.object({
  id: NewId,
  carId: Uuid,
  customerPhone,
  pickupLocation,
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  pickupTime: z.optional(PickupTime),
  returnTime: z.optional(PickupTime),
  language: z.optional(Language),
});
export type WizardStart = z.infer<typeof WizardStart>;

export const WizardChange = z.object({
  customerPhone: z.optional(customerPhone),
  pickupLocation,
  pickupDate: z.optional(CalendarDate),
  returnDate: z.optional(CalendarDate),
  /** Null for the usual hour. */
  pickupTime: z.optional(z.nullable(PickupTime)),
  returnTime: z.optional(z.nullable(PickupTime)),
  selectedInsurance: z.optional(z.enum(dailyInsurances)),
  paymentMethod: z.optional(z.enum(paymentMethods)),
  card: z.optional(CardSummary),
  /** Null or an empty text removes the promo code. */
  promo: z.optional(z.nullable(PromoCode)),
  language: z.optional(Language),
});
export type WizardChange = z.infer<typeof WizardChange>;

const tag = "Orders";
const access = "account";

export const getWizard = endpoint({
  method: "GET",
  path: "/api/wizard",
  summary:
    "One's own booking of a car that is under way, with everything typed, whether or not it is still held; or `booked`, for an hour after it was completed",
  tag,
  access,
  query: z.object({ carId: Uuid }),
  response: WizardState,
  status: 200,
});

export const startWizard = endpoint({
  method: "POST",
  path: "/api/wizard",
  summary:
    "Begin to book a car: holds it for 30 minutes, while there is room for one more unpaid hold. One hold an account: a new one ends the one before; the same car again goes on with its own",
  tag,
  access,
  body: WizardStart,
  response: WizardBooking,
  status: 201,
});

export const changeWizard = endpoint({
  method: "PATCH",
  path: "/api/wizard/:id",
  summary:
    "Go on with a booking. Prolongs its hold, to two hours in all; dates take it anew where it was lost",
  tag,
  access,
  params: OrderParams,
  body: WizardChange,
  response: WizardBooking,
  status: 200,
});

export const completeWizard = endpoint({
  method: "POST",
  path: "/api/wizard/:id/complete",
  summary:
    "Complete a booking: confirms the order at once; without a hold the order waits for an answer. With a payment provider the first payment completes it: open the provider's page by the order's payment-session. Sent twice, it counts once",
  tag,
  access,
  params: OrderParams,
  body: z.nullish(z.object({ expectedTotal: z.optional(MoneySent) })),
  response: WizardBooking,
  status: 200,
});

/** An order that somebody made with the caller's address while signed out, until the caller confirms it. */
export const UnconfirmedOrder = z.object({
  id: Uuid,
  orderNumber: z.string(),
  createdAt: z.string(),
  /** The name as somebody typed it. */
  name: z.string(),
  /** The name of the car; `tier` is the plan's. */
  carName: z.nullable(z.string()),
  tier: z.optional(z.enum(tiers)),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
});
export type UnconfirmedOrder = z.infer<typeof UnconfirmedOrder>;

export const listUnconfirmedOrders = endpoint({
  method: "GET",
  path: "/api/account/orders/unconfirmed",
  summary:
    "Orders made with one's own address without signing in that nobody has confirmed; the newest first",
  tag: "Orders",
  access: "account",
  response: z.array(UnconfirmedOrder),
  status: 200,
});

export const confirmOrderOrigin = endpoint({
  method: "PUT",
  path: "/api/account/orders/:id/origin",
  summary:
    "Say whether an order made with one's address is one's own: with `isMine` it becomes so and its address is confirmed, otherwise a request is canceled",
  tag: "Orders",
  access: "account",
  params: OrderParams,
  body: z.object({ isMine: z.boolean() }),
  response: z.object({ success: z.boolean() }),
  status: 200,
});
