import * as z from "zod/mini";
import { blockFields } from "#domain/fields/admin.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Message, CalendarDate, schemasOf, Uuid } from "#contract/fields.ts";
import { CarParams, idOf } from "#contract/params.ts";

export const blockKinds = ["admin", "host", "feed"] as const;

/**
 * Days on which a car can't be rented, first and last included. The back office or the host blocks them, or a
 * calendar that the host follows takes them. `reason` is the back office's; `by` is a person or a calendar's name.
 */
export const CarBlock = z.object({
  id: Uuid,
  kind: z.enum(blockKinds),
  from: CalendarDate,
  until: CalendarDate,
  reason: z.string(),
  by: z.string(),
  createdAt: z.string(),
});
export type CarBlock = z.infer<typeof CarBlock>;

/** Who has a car from today on: renters (by their order's number only) and blocks, each in order of days. */
export const CarCalendar = z.object({
  orders: z.array(
    z.object({
      id: Uuid,
      orderNumber: z.string(),
      status: z.enum(orderStatuses),
      from: CalendarDate,
      until: CalendarDate,
    }),
  ),
  blocks: z.array(CarBlock),
});
export type CarCalendar = z.infer<typeof CarCalendar>;

export const BlockSent = z.object({
  from: CalendarDate,
  until: CalendarDate,
  ...schemasOf({ reason: blockFields.reason }),
});
export type BlockSent = z.infer<typeof BlockSent>;

const common = { tag: "Admin: calendar", access: ["manage_cars"] } as const;

export const getCarCalendar = endpoint({
  ...common,
  method: "GET",
  path: "/api/admin/cars/:id/calendar",
  summary: "Who has a car from today on: orders and blocks",
  params: CarParams,
  response: CarCalendar,
  status: 200,
});
export const blockCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/admin/cars/:id/blocks",
  summary: "Keep a car from being rented on some days. Refused where somebody has it",
  params: CarParams,
  body: BlockSent,
  response: CarBlock,
  status: 201,
});
export const unblockCar = endpoint({
  ...common,
  method: "DELETE",
  path: "/api/admin/cars/:id/blocks/:block",
  summary: "Let a car be rented again on blocked days. 409 where another calendar takes them",
  params: z.extend(CarParams, { block: idOf("not_found") }),
  response: Message,
  status: 200,
});
