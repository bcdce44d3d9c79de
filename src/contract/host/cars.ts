import * as z from "zod/mini";
import { longestProse } from "#domain/cars/car-rules.ts";
import { listingStates } from "#domain/cars/listing-states.ts";
import { comparisons, earningMonths } from "#domain/hosting.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Money, MoneySent, requiredWords, unlessEmpty, NewId, Language } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { CarParams } from "#contract/params.ts";
import { HostCar, sentFields } from "#contract/host-cars.ts";
import { imageErrors } from "#contract/images.ts";

const tag = "Host: cars";
const common = { access: "account", owns: { car: ["host"] }, tag, status: 200 } as const;

export const listHostCars = endpoint({
  method: "GET",
  path: "/api/host/cars",
  summary: "One's own cars and drafts, newest first",
  tag,
  access: "account",
  query: z.object({
    state: unlessEmpty(z.enum(listingStates)),
    ...idPage,
  }),
  response: z.array(HostCar),
  status: 200,
});

export const addHostCar = endpoint({
  method: "POST",
  path: "/api/host/cars",
  summary: "Begin a car, with whatever is known of it. The same id again answers the same car",
  tag,
  access: "account",
  body: z.object({ id: NewId, language: z.optional(Language), ...sentFields }),
  response: HostCar,
  status: 201,
});

export const getHostCar = endpoint({
  ...common,
  method: "GET",
  path: "/api/host/cars/:id",
  summary: "One's own car as it was typed, with what it lacks; its ETag is its version",
  params: CarParams,
  response: HostCar,
});

export const saveHostCar = endpoint({
  ...common,
  method: "PATCH",
  path: "/api/host/cars/:id",
  summary:
    "Save some fields, right or not yet. With If-Match, only over the version that was seen; otherwise 412 with what stands now",
  params: CarParams,
  body: z.object({ language: z.optional(Language), ...sentFields }),
  response: HostCar,
});

export const deleteHostCar = endpoint({
  ...common,
  method: "DELETE",
  path: "/api/host/cars/:id",
  summary: "Delete a draft, or a car that was never listed; one that was is retired",
  params: CarParams,
  response: z.object({ deleted: z.boolean() }),
});

export const addHostImages = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/images",
  summary: "Add pictures, several in the field `images`; they are the public's once the car is listed",
  params: CarParams,
  response: z.object({
    car: HostCar,
    /** Files that became no picture, and why. */
    refused: z.array(z.object({ file: z.string(), error: z.enum(imageErrors) })),
  }),
});

export const orderHostImages = endpoint({
  ...common,
  method: "PUT",
  path: "/api/host/cars/:id/images",
  summary: "Put a car's pictures in order, the main one first. All of them, each once",
  params: CarParams,
  body: z.object({ images: z.array(z.string().check(z.maxLength(600))).check(z.maxLength(100)) }),
  response: HostCar,
});

export const deleteHostImage = endpoint({
  ...common,
  method: "DELETE",
  path: "/api/host/cars/:id/images/:name",
  summary:
    "Take a picture off a car, by the last part of its address; 409 `pictures_needed` where a listed car would have fewer than five left",
  params: z.extend(CarParams, { name: z.string() }),
  response: HostCar,
});

export const addHostPaper = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/papers",
  summary: "Send a paper: `kind` (registration, insurance), `lastDay`, and its photo or PDF in `file`",
  params: CarParams,
  response: HostCar,
});

export const submitHostCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/submit",
  summary:
    "Hand a car in. The first one applies to host, and so does a submitted one again while its owner neither hosts nor waits for an answer. 409 `car_incomplete` says what it lacks",
  params: CarParams,
  response: HostCar,
});
export const pauseHostCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/pause",
  summary: "Take a car out of every list; orders that exist go on",
  params: CarParams,
  response: HostCar,
});
export const resumeHostCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/resume",
  summary: "List a paused car again. 409 `car_incomplete` where it lacks something by now",
  params: CarParams,
  response: HostCar,
});
export const retireHostCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/retire",
  summary: "End a car's time with us. 409 `car_has_open_orders` while one is open",
  params: CarParams,
  response: HostCar,
});

const ComparedCar = z.object({ year: z.number(), city: z.string(), monthlyPrice: Money });

/** The prices of cars like it, the suggested price, and what a rental leaves its host. */
export const PriceSuggestion = z.object({
  comparison: z.enum(comparisons),
  comparableCars: z.number(),
  carsInTown: z.number(),
  /** Absent where there is nothing to compare with. */
  suggestedPrice: z.optional(Money),
  /** The nearest of the cars that the suggestion is based on. */
  cars: z.array(ComparedCar),
  sharePercent: z.number(),
  /** What is left to the host: at the price in the query, otherwise at the suggested price. */
  left: z.array(
    z.object({
      months: z.literal([...earningMonths]),
      discountPercent: z.number(),
      total: Money,
      aMonth: Money,
    }),
  ),
});
export type PriceSuggestion = z.infer<typeof PriceSuggestion>;

export const translateHostCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/host/cars/:id/translation",
  effect: "read",
  summary:
    "What its host writes about a car in the other language, by the assistant, to look at; 404 where there is none. Nothing of it is kept",
  params: CarParams,
  body: z.object({ text: requiredWords(longestProse), language: Language }),
  response: z.object({ text: z.string(), language: Language }),
});

export const suggestHostPrice = endpoint({
  ...common,
  method: "GET",
  path: "/api/host/cars/:id/price",
  summary: "A price by cars like it, and what 1, 3, 6 and 12 months leave after our share",
  params: CarParams,
  query: z.object({ monthlyPrice: unlessEmpty(MoneySent) }),
  response: PriceSuggestion,
});
