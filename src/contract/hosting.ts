import * as z from "zod/mini";
import { longestWord } from "#domain/cars/car-rules.ts";
import { categories, cities, oldestYear } from "#domain/cars/cars.ts";
import { comparisons } from "#domain/hosting.ts";
import { endpoint } from "./endpoint.ts";
import { Money, requiredWords, City, wholeNumber } from "./fields.ts";

const HostingQuery = z.object({
  brand: requiredWords(longestWord),
  model: requiredWords(longestWord),
  year: wholeNumber(oldestYear, 2199),
  city: City,
});

/** What a host may expect. The prices are absent where there is no car to compare with. */
export const HostingEstimate = z.object({
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  city: z.enum(cities),
  comparison: z.enum(comparisons),
  comparableCars: z.number(),
  carsInTown: z.number(),
  /** A month's rent of such a car, before discounts. */
  monthlyPrice: z.optional(Money),
  /**
   * What a host may earn in a year, with few and with many rented months, after the long-stay discount and our
   * share.
   */
  yearLow: z.optional(Money),
  yearHigh: z.optional(Money),
  monthsRented: z.object({ low: z.number(), high: z.number() }),
  longStayPercent: z.number(),
  platformSharePercent: z.number(),
});
export type HostingEstimate = z.infer<typeof HostingEstimate>;

export const getHostingEstimate = endpoint({
  method: "GET",
  path: "/api/hosting/estimate",
  summary: "What lending a car may bring in a year, from the prices of cars like it",
  tag: "Hosting",
  access: "public",
  query: HostingQuery,
  response: HostingEstimate,
  status: 200,
});

/** What a host of one kind of car may earn in a year, from the median price of such cars in our fleet. */
export const KindOfCar = z.object({
  category: z.enum(categories),
  cars: z.number(),
  monthlyPrice: Money,
  yearLow: Money,
  yearHigh: Money,
});
export type KindOfCar = z.infer<typeof KindOfCar>;

export const listHostingKinds = endpoint({
  method: "GET",
  path: "/api/hosting/kinds",
  summary: "What a car of each kind may bring in a year, least first",
  tag: "Hosting",
  access: "public",
  response: z.array(KindOfCar),
  status: 200,
});

/** The state of a person's application to host, and the time when it was made or answered. */
export const HostApplicationState = z.object({
  status: z.enum(["none", "pending", "approved", "declined"]),
  since: z.nullable(z.string()),
  /** True where the person was a host once and isn't anymore. */
  wasHost: z.boolean(),
});
export type HostApplicationState = z.infer<typeof HostApplicationState>;

export const getHostApplication = endpoint({
  method: "GET",
  path: "/api/account/host-application",
  summary: "Where one's own application to host stands",
  tag: "Hosting",
  access: "account",
  response: HostApplicationState,
  status: 200,
});

export const applyToHost = endpoint({
  method: "POST",
  path: "/api/account/host-application",
  summary: "Apply to host, for the first time or again after a decline",
  tag: "Hosting",
  access: "account",
  response: HostApplicationState,
  status: 201,
});
