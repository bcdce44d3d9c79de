import * as z from "zod/mini";
import { endingReasons, openEndingStates } from "#domain/changes/endings.ts";
import { tripStages } from "#domain/orders/host-requests.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, unlessEmpty } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { OrderParams } from "#contract/params.ts";
import { hosted } from "./requests.ts";

/** A rental of a host's car that is accepted, running or over. */
export const HostTrip = z.object({
  ...hosted,
  /** The pickup date of the whole rental. `pickupDate` is the first day with the host's own car. */
  rentalFrom: CalendarDate,
  /** Null for the host of an earlier car of the rental: the host's statements have the earnings of those days. */
  earnings: z.nullable(hosted.earnings),
  isEarlier: z.boolean(),
  stage: z.enum(tripStages),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** An end of the rental by its host or by administrators that isn't settled; only where one rental is read. */
  ending: z.optional(
    z.object({
      state: z.enum(openEndingStates),
      reason: z.enum(endingReasons),
      /** Until when its renter may choose another car. */
      answerUntil: z.nullable(z.string()),
    }),
  ),
});
export type HostTrip = z.infer<typeof HostTrip>;

const tag = "Host: rentals";

export const listHostTrips = endpoint({
  method: "GET",
  path: "/api/host/trips",
  summary:
    "Rentals of one's own cars: `upcoming` (the usual) or `running` ones, the nearest first, or `past` ones, the newest first",
  tag,
  access: "host",
  query: z.object({
    stage: unlessEmpty(z.enum(tripStages)),
    ...idPage,
  }),
  response: z.array(HostTrip),
  status: 200,
});

export const getHostTrip = endpoint({
  method: "GET",
  path: "/api/host/trips/:id",
  summary:
    "One rental of one's own car, also of its days alone where the rental went on with another; its renter's name, phone and place until 7 days after its end",
  tag,
  access: "host",
  owns: { order: ["host", "earlier_host"] },
  params: OrderParams,
  response: HostTrip,
  status: 200,
});
