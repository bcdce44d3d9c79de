import * as z from "zod/mini";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { occasions } from "#domain/people/notifications.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Message, Uuid, words, NewId } from "#contract/fields.ts";
import { byId } from "#contract/params.ts";
import { CardSummary } from "#contract/orders.ts";

const tag = "Accounts";
const access = "account";

/** Whether a person gets a message about an occasion, by each channel; null where the channel has none for it. */
const Notification = z.object({
  occasion: z.enum(occasions),
  email: z.boolean(),
  /** True where the emails can't be switched off. */
  isEmailFixed: z.boolean(),
  sms: z.nullable(z.boolean()),
});

export const Notifications = z.object({
  /** Why we can't send text messages: we have no gateway, or the account has no confirmed phone number. */
  smsUnavailable: z.nullable(z.enum(["no_gateway", "no_phone"])),
  occasions: z.array(Notification),
});
export type Notifications = z.infer<typeof Notifications>;

export const getNotifications = endpoint({
  method: "GET",
  path: "/api/account/notifications",
  summary: "What one is told of, and by which channel",
  tag,
  access,
  response: Notifications,
  status: 200,
});

export const setNotifications = endpoint({
  method: "PUT",
  path: "/api/account/notifications",
  summary: "Choose what to be told of. Emails about security, orders and money can't be switched off",
  tag,
  access,
  body: z.object({
    occasions: z
      .array(
        z.object({
          occasion: z.enum(occasions),
          email: z.optional(z.boolean()),
          sms: z.optional(z.nullable(z.boolean())),
        }),
      )
      .check(z.maxLength(occasions.length)),
  }),
  response: Notifications,
  status: 200,
});

/** A payment method: a card by its brand, last digits and expiry, or PayPal. */
export const PaymentMethod = z.object({
  id: Uuid,
  method: z.enum(paymentMethods),
  card: z.nullable(CardSummary),
  isDefault: z.boolean(),
  /** Whether a card's month of expiry is over. */
  isExpired: z.boolean(),
  createdAt: z.string(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const listPaymentMethods = endpoint({
  method: "GET",
  path: "/api/account/payment-methods",
  summary: "How one likes to pay, the default first",
  tag,
  access,
  response: z.array(PaymentMethod),
  status: 200,
});

export const addPaymentMethod = endpoint({
  method: "POST",
  path: "/api/account/payment-methods",
  summary: "Keep a way to pay. The first is the default",
  tag,
  access,
  body: z.object({
    id: NewId,
    method: z.enum(paymentMethods),
    card: z.optional(CardSummary),
    isDefault: z.optional(z.boolean()),
  }),
  response: PaymentMethod,
  status: 201,
});

export const setDefaultPaymentMethod = endpoint({
  method: "PUT",
  path: "/api/account/payment-methods/:id",
  summary: "Make a way to pay the default",
  tag,
  access,
  params: byId("payment_method_not_found"),
  body: z.object({ isDefault: z.literal(true) }),
  response: PaymentMethod,
  status: 200,
});

export const removePaymentMethod = endpoint({
  method: "DELETE",
  path: "/api/account/payment-methods/:id",
  summary: "Keep a way to pay no longer. Another becomes the default",
  tag,
  access,
  params: byId("payment_method_not_found"),
  response: Message,
  status: 200,
});

export const exportAccount = endpoint({
  method: "GET",
  path: "/api/account/export",
  summary: "Everything we keep of one's account, as a file",
  tag,
  access,
  response: z.record(z.string(), z.unknown()),
  status: 200,
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/account",
  summary:
    "Delete one's account, with the password, or a code that was mailed to confirm it. Refused while orders are open",
  tag,
  access,
  body: z.object({
    current_password: z.optional(z.string().check(z.maxLength(1000))),
    nonce: z.optional(words(40)),
  }),
  response: Message,
  status: 200,
});
