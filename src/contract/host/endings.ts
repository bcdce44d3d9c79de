import * as z from "zod/mini";
import { EndingAnswer } from "#contract/continuity.ts";
import { endpoint } from "#contract/endpoint.ts";
import { OrderParams } from "#contract/params.ts";
import { endingReasons } from "#domain/changes/endings.ts";

export const endHostTrip = endpoint({
  method: "POST",
  path: "/api/host/trips/:id/end",
  summary:
    "End a confirmed or running rental of one's own car, also while another car is to follow it. needed_back, broken, recalled and unsafe: the renter is offered other cars at once, and a running rental keeps a car that is needed back for 14 days. did_not_come, does_not_pay and misuse are put to the administrators",
  tag: "Host: rentals",
  access: "host",
  owns: { order: ["host", "earlier_host"] },
  params: OrderParams,
  body: z.object({ reason: z.enum(endingReasons) }),
  response: EndingAnswer,
  status: 200,
});
