import { emailAddress, required, text } from "./rules.ts";
import { readOrderNumber } from "#domain/orders/order-numbers.ts";

/** The fields that find an order again: the renter's email address, and the order number in any spelling. */
export const findOrderFields = {
  email: required(emailAddress),
  orderNumber: required(text((typed) => (readOrderNumber(typed) ? undefined : ("unreadable" as const)), 100)),
};
