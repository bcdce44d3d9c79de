import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { unlessEmpty, Uuid, wholeNumber } from "#contract/fields.ts";
import { Order } from "#contract/orders.ts";

export const listOwnOrders = endpoint({
  method: "GET",
  path: "/api/account/orders",
  summary: "One's own orders, newest first",
  tag: "Accounts",
  access: "account",
  query: z.object({ limit: unlessEmpty(wholeNumber(1, 100)), cursor: unlessEmpty(Uuid) }),
  response: z.array(Order),
  status: 200,
});
