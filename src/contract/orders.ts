import * as z from "zod/mini";
import { longestOrderName } from "#domain/text-lengths.ts";
import { cardBrandNames } from "#domain/people/card-numbers.ts";
import { insuranceProducts, type OrderInsurance } from "#domain/pricing/insurance.ts";
import { wireMoney } from "#domain/money.ts";
import { declineReasons, requestOutcomes } from "#domain/orders/host-requests.ts";
import { orderSources, orderStatuses } from "#domain/orders/lifecycle.ts";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { tiers } from "#domain/pricing/plans.ts";
import { OrderChange } from "./changes.ts";
import { endpoint } from "./endpoint.ts";
import {
  Message,
  CalendarDate,
  EmailAddress,
  Money,
  MoneySent,
  PickupTime,
  requiredWords,
  Uuid,
  OrderKey,
  KeyQuery,
} from "./fields.ts";
import { OrderParams } from "./params.ts";
import { OrderMoneyShown } from "./payments.ts";
import { priceFields, TaxLine } from "./quotes.ts";

/** All that may leave the browser about a card. The number and its security code never do. */
export const CardSummary = z.object({
  brand: z.enum(cardBrandNames),
  last4: z.string().check(z.regex(/^\d{4}$/, "must be four digits")),
  expiry: z.string().check(z.regex(/^(0[1-9]|1[0-2])\/\d{2}$/, "must be MM/YY")),
});
export type CardSummary = z.infer<typeof CardSummary>;

/**
 * The insurance of an order, as it was ordered: for a plan with a price per month, for a car with a price per day.
 * The limits are in dollars.
 */
export const OrderedInsurance = z.object({
  product: z.enum(insuranceProducts),
  monthlyPrice: z.optional(Money),
  dailyPrice: z.optional(Money),
  limits: z.optional(z.object({ person: z.number(), accident: z.number() })),
});
export type OrderedInsurance = z.infer<typeof OrderedInsurance>;

export const wireInsurance = (insurance: OrderInsurance): OrderedInsurance =>
  "dailyPrice" in insurance
    ? { ...insurance, dailyPrice: wireMoney(insurance.dailyPrice) }
    : { ...insurance, monthlyPrice: wireMoney(insurance.monthlyPrice) };

/** An order as its unguessable id shows it: no name, no address, no phone, the e-mail masked. */
export const Order = z.object({
  ...priceFields,
  id: Uuid,
  orderNumber: z.string(),
  source: z.enum(orderSources),
  status: z.enum(orderStatuses),
  createdAt: z.string(),
  /** When an unanswered request ends and the car is available again; absent for plans and answered orders. */
  expiresAt: z.optional(z.string()),
  /** Until when the car is held for a pending order; absent while it isn't held. */
  heldUntil: z.optional(z.string()),
  /**
   * What the host of the car answered, if the host answers it: `unasked` while the renter's address isn't
   * confirmed, `booked` where no answer was needed. Only the renter sees why a host declined.
   */
  host: z.optional(
    z.object({
      outcome: z.enum(["unasked", "waiting", ...requestOutcomes]),
      reason: z.optional(z.enum(declineReasons)),
      words: z.optional(z.string()),
    }),
  ),
  /** True while the order waits without its car, which anybody else may still rent. */
  waitsWithoutHold: z.optional(z.boolean()),
  /** Whether the renter has confirmed the email address. */
  emailConfirmed: z.boolean(),
  /**
   * True when the caller may confirm the address: the order is pending, its address unconfirmed, and the key or
   * the session belongs to the order.
   */
  confirmable: z.boolean(),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  pickupTime: PickupTime,
  returnTime: PickupTime,
  totalPrice: Money,
  dailyRate: Money,
  /** The price of 30 days of a car, or of a month of a plan. */
  monthlyPrice: Money,
  /**
   * Who rents, and where the car is brought: for the order's own key and its owner, once the address is
   * confirmed.
   */
  renter: z.optional(
    z.object({ name: z.string(), email: z.string(), phone: z.string(), pickupLocation: z.string() }),
  ),
  customerEmail: z.string(),
  car: z.optional(
    z.object({
      id: Uuid,
      name: z.string(),
      brand: z.string(),
      model: z.string(),
      year: z.number(),
      city: z.string(),
      image: z.string(),
    }),
  ),
  tier: z.optional(z.enum(tiers)),
  location: z.optional(z.string()),
  insurance: z.optional(OrderedInsurance),
  collisionIncluded: z.boolean(),
  payment: z.optional(z.object({ method: z.enum(paymentMethods), card: z.optional(CardSummary) })),
  /** True when the caller's key belongs to the order and the order can still be cancelled for free. */
  cancellable: z.boolean(),
  /** True while the renter chooses what follows after the rental was ended: see its replacements. */
  replacing: z.optional(z.boolean()),
  /**
   * True of a running rental that was ended early and goes on with no other car, until its car is back: see its
   * replacements. Only the renter sees it.
   */
  ended: z.optional(z.boolean()),
});
export type Order = z.infer<typeof Order>;

/** If the order is cancelled now: what is kept of what was paid, and what is given back. */
export const Cancellation = z.object({
  kept: Money,
  refund: Money,
  /** The amount that may also be given back, once an administrator has decided. */
  toCheck: z.optional(Money),
  /** The taxes within the amount that is kept, and within everything that may be given back, if any. */
  keptTaxes: z.optional(z.array(TaxLine)),
  refundTaxes: z.optional(z.array(TaxLine)),
});
export type Cancellation = z.infer<typeof Cancellation>;

/**
 * Where the host keeps the car, for the renter alone: once the first instalment is paid, from 72 hours before the
 * pickup.
 */
export const HostAddress = z.optional(z.string());

/** One order; `money` is only for its owner and for callers with the key. */
export const ShownOrder = z.extend(Order, {
  money: z.optional(OrderMoneyShown),
  cancellation: z.optional(Cancellation),
  /** Another car that is offered to the renter and waits for their answer. */
  offer: z.optional(OrderChange),
  hostAddress: HostAddress,
});
export type ShownOrder = z.infer<typeof ShownOrder>;

const tag = "Orders";

export const getOrder = endpoint({
  method: "GET",
  path: "/api/orders/:id",
  summary:
    "One order, by its unguessable id. Once it belongs to an account: for its owner, for administrators, and with `key` from the email",
  tag,
  access: "public",
  params: OrderParams,
  query: KeyQuery,
  response: ShownOrder,
  status: 200,
});

export const cancelOrder = endpoint({
  method: "POST",
  path: "/api/orders/:id/cancel",
  summary:
    "Cancel an order until its car is handed over, with the key from its email or as its owner. With `expectedKept` it is refused where more would be kept by now",
  tag,
  access: "public",
  owns: { order: ["renter", "key"] },
  params: OrderParams,
  body: z.nullish(z.object({ key: OrderKey, expectedKept: z.optional(MoneySent) })),
  response: Order,
  status: 200,
});

export const findOrder = endpoint({
  method: "POST",
  path: "/api/orders/find",
  summary: "Mail a new link to an order to its renter. The answer is the same whether there is such an order",
  tag,
  access: "public",
  body: z.object({ email: EmailAddress, orderNumber: requiredWords(longestOrderName) }),
  response: Message,
  status: 200,
});
