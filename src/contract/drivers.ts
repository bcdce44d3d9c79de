import * as z from "zod/mini";
import { driverStatuses } from "#domain/drivers/drivers.ts";
import { driverFields } from "#domain/fields/drivers.ts";
import { endpoint } from "./endpoint.ts";
import { CalendarDate, schemasOf, Uuid, NewId } from "./fields.ts";
import { byId, idOf, OrderParams } from "./params.ts";

/** A person who may drive in addition to the renter. Only drivers whose status is `verified` may drive the car. */
export const Driver = z.object({
  id: Uuid,
  /** The name on the license once it is verified; until then the name that the renter typed. */
  name: z.string(),
  email: z.string(),
  status: z.enum(driverStatuses),
});
export type Driver = z.infer<typeof Driver>;

const Drivers = z.object({
  drivers: z.array(Driver),
  /** Whether one more driver may be named now. */
  mayAdd: z.boolean(),
});
export type Drivers = z.infer<typeof Drivers>;

const tag = "Drivers";
const access = "account";
const owns = { order: ["renter", "admin"] } as const;

export const listDrivers = endpoint({
  method: "GET",
  path: "/api/orders/:id/drivers",
  summary: "Who may drive beside an order's renter, and how far their licenses are",
  tag,
  access,
  owns,
  params: OrderParams,
  response: Drivers,
  status: 200,
});

export const addDriver = endpoint({
  method: "POST",
  path: "/api/orders/:id/drivers",
  summary:
    "Name another driver, two at most. They get an email, and agree with the account of that address; sent twice with one `id`, they are named once",
  tag,
  access,
  owns,
  params: OrderParams,
  body: z.object({ id: NewId, ...schemasOf(driverFields) }),
  response: Drivers,
  status: 201,
});

export const removeDriver = endpoint({
  method: "DELETE",
  path: "/api/orders/:id/drivers/:driverId",
  summary: "Take a driver off an order",
  tag,
  access,
  owns,
  params: z.extend(OrderParams, { driverId: idOf("driver_not_found") }),
  response: Drivers,
  status: 200,
});

/** An order on which somebody else has named the reader as a driver. */
const NamedDrive = z.object({
  id: Uuid,
  orderNumber: z.string(),
  carName: z.nullable(z.string()),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  status: z.enum(driverStatuses),
});
export type NamedDrive = z.infer<typeof NamedDrive>;

export const listOwnDrives = endpoint({
  method: "GET",
  path: "/api/account/drives",
  summary: "Open orders that name one's confirmed address as another driver's",
  tag,
  access,
  response: z.array(NamedDrive),
  status: 200,
});

export const answerDrive = endpoint({
  method: "PUT",
  path: "/api/account/drives/:id",
  summary: "Agree to be an order's driver, or refuse: by the account whose confirmed address was named",
  tag,
  access,
  params: byId("driver_not_found"),
  body: z.object({ agrees: z.boolean() }),
  response: z.array(NamedDrive),
  status: 200,
});
