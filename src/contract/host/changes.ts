import * as z from "zod/mini";
import { requestableChangeKinds, changeStatuses } from "#domain/changes/changes.ts";
import { ChangeAnswer } from "#contract/changes.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, Money, unlessEmpty, Uuid } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { idOf } from "#contract/params.ts";
import { HostRenter } from "./requests.ts";

const Days = z.object({ pickupDate: CalendarDate, returnDate: CalendarDate });
const State = z.extend(Days, {
  pickupLocation: z.string(),
  pickupTime: z.string(),
  returnTime: z.string(),
  /** What the rental brings the host. */
  earns: Money,
});

/** A change that a renter asks for, of an order that the car's host has accepted. */
export const HostChange = z.object({
  id: Uuid,
  kind: z.enum(requestableChangeKinds),
  status: z.enum(changeStatuses),
  orderId: Uuid,
  orderNumber: z.string(),
  car: z.string(),
  renter: HostRenter,
  before: State,
  after: State,
  createdAt: z.string(),
  answerUntil: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Whether another renter can still take the days. */
  isUnheld: z.boolean(),
});
export type HostChange = z.infer<typeof HostChange>;

const tag = "Host: requests";

export const listHostChanges = endpoint({
  method: "GET",
  path: "/api/host/changes",
  summary:
    "Changes that renters ask for of rentals of one's own cars: those that wait, the oldest first, or with `state=answered` the others, the newest first",
  tag,
  access: "host",
  query: z.object({
    state: unlessEmpty(z.enum(["waiting", "answered"])),
    ...idPage,
  }),
  response: z.array(HostChange),
  status: 200,
});

export const answerHostChange = endpoint({
  method: "PUT",
  path: "/api/host/changes/:changeId",
  summary:
    "Accept a change that the renter asks for, or decline it with a reason, which the renter reads. The same answer again is the same",
  tag,
  access: "host",
  params: z.object({ changeId: idOf("change_not_found") }),
  body: ChangeAnswer,
  response: HostChange,
  status: 200,
});
