import * as z from "zod/mini";
import { liveParts, wordParts } from "#domain/cars/host/live-content.ts";
import { carStates, listingStates } from "#domain/cars/listing-states.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Money, unlessEmpty, Uuid, words, OptionalReason, OptionalExplanation } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { AccountParams, CarParams } from "#contract/params.ts";
import { HostCar } from "#contract/host-cars.ts";
import { longestSearch } from "#domain/text-lengths.ts";
import { NextPayout } from "#contract/payouts.ts";
import { HostApplication } from "./accounts.ts";

/** A host beside a car, as administrators see them. `hostingSince` is null for an account that isn't a host. */
export const CarHost = z.object({
  id: Uuid,
  fullName: z.string(),
  email: z.string(),
  username: z.nullable(z.string()),
  hostingSince: z.nullable(z.string()),
});
export type CarHost = z.infer<typeof CarHost>;

/**
 * A host's car as administrators decide about it: the car as typed, its host, the application that waits beside a
 * first car, and another car that has its plate or VIN.
 */
export const AdminHostCar = z.object({
  car: HostCar,
  host: CarHost,
  /** The newest application of its host; null where there never was one. */
  application: z.nullable(
    z.pick(HostApplication, { id: true, status: true, createdAt: true, decidedAt: true }),
  ),
  claimedBy: z.nullable(z.object({ id: Uuid, name: z.string() })),
  /** The number of rentals that the host ended in the last twelve months, for reasons on the host's own side. */
  endings: z.number(),
  /**
   * Changes of a listed car that took effect at once and that no administrator has seen yet: added pictures, and
   * the former text of each changed field.
   */
  unseen: z.nullable(
    z.object({
      since: z.string(),
      added: z.array(z.string()),
      words: z.array(z.object({ part: z.enum(wordParts), from: z.string() })),
    }),
  ),
});
export type AdminHostCar = z.infer<typeof AdminHostCar>;

const cars = ["manage_cars"] as const;
const people = ["manage_users", "manage_cars"] as const;
const tag = "Admin: hosts";

export const listAdminHostCars = endpoint({
  method: "GET",
  path: "/api/admin/host-cars",
  summary:
    "Hosts' cars of a state (submitted unless another is named), or listed ones with changes that wait, or that are live and unseen; the longest wait first",
  tag,
  access: cars,
  query: z.object({ state: unlessEmpty(z.enum([...carStates, "waiting", "unseen"])), ...idPage }),
  response: z.array(AdminHostCar),
  status: 200,
});

export const getAdminHostCar = endpoint({
  method: "GET",
  path: "/api/admin/host-cars/:id",
  summary: "One host's car with its host; its ETag is the car's version",
  tag,
  access: cars,
  params: CarParams,
  response: AdminHostCar,
  status: 200,
});

export const decideHostCar = endpoint({
  method: "PUT",
  path: "/api/admin/host-cars/:id",
  summary:
    "List a submitted car or decline it; of a listed one, let its changes in or not. With If-Match, only the version that was seen. An email tells the host",
  tag,
  access: cars,
  params: CarParams,
  body: z.object({ decision: z.enum(["listed", "declined"]), reason: OptionalExplanation }),
  response: AdminHostCar,
  status: 200,
});

export const lookAtHostCarChanges = endpoint({
  method: "PUT",
  path: "/api/admin/host-cars/:id/unseen",
  summary:
    "Say that a listed car's changed pictures and words have been looked at, and take parts of them back. With If-Match, only the version that was seen. An email tells the host what was taken back",
  tag,
  access: cars,
  params: CarParams,
  body: z.object({ takeBack: z.array(z.enum(liveParts)), reason: OptionalExplanation }),
  response: AdminHostCar,
  status: 200,
});

export const setCarOwner = endpoint({
  method: "PUT",
  path: "/api/admin/cars/:id/owner",
  summary:
    "Give a car without open orders to a host, or to the platform (null). It is paused until it is offered again",
  tag,
  access: cars,
  params: CarParams,
  body: z.object({ hostId: z.nullable(Uuid), reason: OptionalReason }),
  response: z.object({ id: Uuid, host: z.nullable(CarHost) }),
  status: 200,
});

const StateCounts = z.object(
  Object.fromEntries(listingStates.map((state) => [state, z.number()])) as Record<
    (typeof listingStates)[number],
    z.ZodMiniNumber
  >,
);

/** A present or former host, with the number of their cars in each state. */
export const Host = z.extend(CarHost, {
  phone: z.string(),
  suspendedAt: z.nullable(z.string()),
  cars: StateCounts,
  /** The host's money with us, for administrators who manage payments. */
  money: z.nullable(
    z.object({
      /** What isn't paid out yet; below zero what the host owes. */
      balance: Money,
      nextPayout: NextPayout,
      isHeld: z.boolean(),
    }),
  ),
});
export type Host = z.infer<typeof Host>;

export const listHosts = endpoint({
  method: "GET",
  path: "/api/admin/hosts",
  summary:
    "Who hosts, or has cars from a time when they did, the newest first; for whoever manages payments with their balance and next payout, and if wanted those alone whose payouts are held, or who owe us",
  tag,
  access: [...people, "manage_payments"],
  query: z.object({
    search: unlessEmpty(words(longestSearch)),
    state: unlessEmpty(z.enum(["held", "owing"])),
    ...idPage,
  }),
  response: z.array(Host),
  status: 200,
});

export const getHost = endpoint({
  method: "GET",
  path: "/api/admin/hosts/:id",
  summary: "One host with their cars, drafts aside",
  tag,
  access: people,
  params: AccountParams,
  response: z.extend(Host, {
    application: AdminHostCar.shape.application,
    list: z.array(
      z.pick(HostCar, {
        id: true,
        state: true,
        brand: true,
        model: true,
        year: true,
        city: true,
        plateNumber: true,
      }),
    ),
  }),
  status: 200,
});
