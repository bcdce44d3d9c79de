import { emailAddress, required, text } from "./rules.ts";
import { readOrderNumber } from "#domain/orders/order-numbers.ts";

/** What finds an order again: the renter's address, and its number however it is written. */
export const findOrderFields = {
  email: required(emailAddress),
  orderNumber: required(text((typed) => (readOrderNumber(typed) ? undefined : ("unreadable" as const)), 100)),
};
