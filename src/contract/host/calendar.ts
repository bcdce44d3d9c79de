import * as z from "zod/mini";
import { longestBlockNote } from "#domain/text-lengths.ts";
import { feedErrors, feedLimits } from "#domain/calendar/feeds.ts";
import { carStates } from "#domain/cars/listing-states.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { carFeedFields } from "#domain/fields/calendar.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, line, Uuid, NewId, schemasOf } from "#contract/fields.ts";
import { CarParams, idOf } from "#contract/params.ts";

const tag = "Host: calendar";
const common = { access: "account", owns: { car: ["host"] }, tag } as const;

/** An order of a host's car, by its number only: nothing here says who rents. Both days are rented. */
export const HostCalendarOrder = z.object({
  id: Uuid,
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  /** Whether the order has reached the host as a request. */
  isAsked: z.boolean(),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  /** Today, where the car should be back and isn't: until then nobody else can have it. */
  lateUntil: z.optional(CalendarDate),
});
export type HostCalendarOrder = z.infer<typeof HostCalendarOrder>;

/**
 * Days on which a car can't be rented, first and last included. `note` is the host's own. `isOwn` is false where
 * administrators blocked the days: such a block has no note here, and the host can't remove it.
 */
export const HostBlock = z.object({
  id: Uuid,
  from: CalendarDate,
  until: CalendarDate,
  note: z.string(),
  isOwn: z.boolean(),
});
export type HostBlock = z.infer<typeof HostBlock>;

/** Days that a calendar of another service takes, first and last included, without those that an order has. */
export const FeedDays = z.object({
  feedId: Uuid,
  label: z.string(),
  from: CalendarDate,
  until: CalendarDate,
});
export type FeedDays = z.infer<typeof FeedDays>;

/** A car and its taken days within the span of the query; entries that begin or end outside are whole. */
export const HostCalendarCar = z.object({
  id: Uuid,
  brand: z.string(),
  model: z.string(),
  trim: z.string(),
  year: z.number(),
  plateNumber: z.string(),
  state: z.enum(carStates),
  orders: z.array(HostCalendarOrder),
  blocks: z.array(HostBlock),
  feedDays: z.array(FeedDays),
  /** Days that somebody is booking right now, that an extension asks for, or that a rental keeps of its earlier car. */
  heldDays: z.array(z.object({ from: CalendarDate, until: CalendarDate })),
});
export type HostCalendarCar = z.infer<typeof HostCalendarCar>;

export const HostCalendar = z.object({
  from: CalendarDate,
  until: CalendarDate,
  /** The newest car first, without drafts: nobody can rent a draft. */
  cars: z.array(HostCalendarCar),
  /** The address of the calendar of all these cars. Anybody with the address can read it. */
  address: z.string(),
});
export type HostCalendar = z.infer<typeof HostCalendar>;

export const getHostCalendar = endpoint({
  method: "GET",
  path: "/api/host/calendar",
  summary: "One's own cars with the days that are taken, at most 25 months at once",
  tag,
  access: "host",
  query: z.object({ from: CalendarDate, until: CalendarDate }),
  response: HostCalendar,
  status: 200,
});

export const blockHostCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/blocks",
  summary:
    "Keep one's own car from being rented on some days. 409 `car_taken` where an order or a block has them. The same id again answers the same block",
  params: CarParams,
  body: z.object({
    id: NewId,
    from: CalendarDate,
    until: CalendarDate,
    note: z.optional(line(longestBlockNote)),
  }),
  response: HostBlock,
  status: 201,
});

export const unblockHostCar = endpoint({
  ...common,
  method: "DELETE",
  path: "/api/host/cars/:id/blocks/:blockId",
  summary: "Let one's own car be rented again on blocked days. One that is gone already is no error",
  params: z.extend(CarParams, { blockId: idOf("not_found") }),
  response: z.object({ deleted: z.boolean() }),
  status: 200,
});

/** An event of another calendar on days of an order. The order stays; the host frees the days there. */
export const FeedClash = z.object({
  orderNumber: z.string(),
  from: CalendarDate,
  until: CalendarDate,
});
export type FeedClash = z.infer<typeof FeedClash>;

/** A calendar of another service whose days a car follows. */
export const CarFeed = z.object({
  id: Uuid,
  label: z.string(),
  url: z.string(),
  /** When the calendar was last read successfully; the days are from that time. */
  fetchedAt: z.nullable(z.string()),
  nextAt: z.string(),
  /** What went wrong last time: a code, and a sentence in the reader's language. Null while nothing is wrong. */
  error: z.nullable(z.object({ code: z.enum(feedErrors), message: z.string(), since: z.string() })),
  /** How many events it holds, and how many days from today on they take. */
  events: z.number(),
  days: z.number(),
  clashes: z.array(FeedClash),
  createdAt: z.string(),
});
export type CarFeed = z.infer<typeof CarFeed>;

export const CarFeeds = z.object({
  calendars: z.array(CarFeed),
  /** The address at which other services read the taken days of this car. Anybody who has it can read them. */
  address: z.string(),
});
export type CarFeeds = z.infer<typeof CarFeeds>;

export const listCarFeeds = endpoint({
  ...common,
  method: "GET",
  path: "/api/host/cars/:id/calendars",
  summary: "The calendars that one's own car follows, and the address of its own",
  params: CarParams,
  response: CarFeeds,
  status: 200,
});

/** A car of a host with the calendars that it follows. */
export const HostCarFeeds = z.extend(CarFeeds, { carId: Uuid });
export type HostCarFeeds = z.infer<typeof HostCarFeeds>;

export const listHostFeeds = endpoint({
  method: "GET",
  path: "/api/host/calendars",
  summary: "The calendars that all of one's own cars follow, and the addresses of their own",
  tag,
  access: "host",
  response: z.array(HostCarFeeds),
  status: 200,
});

export const addCarFeed = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/calendars",
  summary: `Follow a calendar of another service, at most ${feedLimits.feeds} a car. It is read at once; 422 \`calendar_refused\` with \`fields.url\` says why it can't be`,
  params: CarParams,
  body: z.object({ id: NewId, ...schemasOf(carFeedFields) }),
  response: CarFeed,
  status: 201,
});

export const deleteCarFeed = endpoint({
  ...common,
  method: "DELETE",
  path: "/api/host/cars/:id/calendars/:feedId",
  summary: "Follow a calendar no longer: its days go. One that is gone already is no error",
  params: z.extend(CarParams, { feedId: idOf("not_found") }),
  response: z.object({ deleted: z.boolean() }),
  status: 200,
});

/** The address at which other services read the taken days. The former address stops working now. */
export const CalendarAddress = z.object({ address: z.string() });
export type CalendarAddress = z.infer<typeof CalendarAddress>;

export const replaceCarCalendarAddress = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/calendar-address",
  summary: "A new address of a car's calendar; the old one ends",
  params: CarParams,
  response: CalendarAddress,
  status: 200,
});

export const replaceHostCalendarAddress = endpoint({
  method: "POST",
  path: "/api/host/calendar-address",
  summary: "A new address of the calendar of all of one's cars; the old one ends",
  tag,
  access: "host",
  response: CalendarAddress,
  status: 200,
});
