import * as z from "zod/mini";
import { longestSearch } from "#domain/text-lengths.ts";
import { bodyStyles } from "#domain/cars/body-styles.ts";
import {
  highestPrice,
  isPlate,
  isStateCode,
  isZipCode,
  longestName,
  longestProse,
  longestRent,
  longestWord,
  mostFeatures,
  mostImages,
  shortestRent,
  longestColour,
  longestFeature,
  longestPictureText,
} from "#domain/cars/car-rules.ts";
import { isLabel } from "#domain/plain-text.ts";
import { categories, oldestYear } from "#domain/cars/cars.ts";
import { privateFacts, publicFacts } from "#domain/cars/fields.ts";
import { label, sentFacts, shownFacts, wholeBetween } from "#contract/car-facts.ts";
import { Car } from "#contract/cars.ts";
import { endpoint } from "#contract/endpoint.ts";
import { line, MoneySent, requiredLine, requiredWords, unlessEmpty, Uuid, words } from "#contract/fields.ts";
import { placePage } from "#contract/paging.ts";
import { CarParams } from "#contract/params.ts";

const Texts = z.record(z.string(), z.string());

/**
 * A whole car, as administrators see it. `images` are its own pictures as stored, the main one first; `pictures`
 * are the pictures that visitors see, which are drawings where the car has none. `version` changes with every
 * change of the car: send it back as `If-Match`.
 */
export const AdminCar = z.extend(Car, {
  descriptionZh: z.string(),
  pictureTexts: Texts,
  plateNumber: z.string(),
  ...shownFacts(privateFacts),
  /** The host who owns it, with their name and address; null for a car of the platform. */
  hostId: z.nullable(Uuid),
  ownerName: z.nullable(z.string()),
  ownerEmail: z.nullable(z.string()),
  /** When the car left the fleet; null for cars in the fleet. */
  retiredAt: z.nullable(z.string()),
  version: z.string(),
});
export type AdminCar = z.infer<typeof AdminCar>;

const requiredLabel = (longest: number) =>
  requiredLine(longest).check(z.refine(isLabel, "must not hold <, > or line breaks"));
const orEmpty = (isRight: (text: string) => boolean, message: string) =>
  line(40).check(z.refine((text) => text === "" || isRight(text), message));
const Price = z.pipe(
  MoneySent,
  z
    .number()
    .check(
      z.refine(
        (cents) => cents > 0 && cents <= highestPrice,
        "must be US dollars such as 749.00, above 0 and at most 100000",
      ),
    ),
);
const Address = words(600);

/**
 * A car as a form sends it. `image`, where given, is the main one of `images`. A field that is left out is empty
 * or has its usual value.
 */
export const CarSent = z.object({
  name: requiredLabel(longestName),
  brand: requiredLabel(longestWord),
  model: requiredLabel(longestWord),
  year: wholeBetween(oldestYear, 2199),
  category: z.enum(categories),
  bodyStyle: z.optional(z.enum(bodyStyles)),
  colour: z.optional(label(longestColour)),
  monthlyPrice: Price,
  minRentDays: z.optional(wholeBetween(shortestRent, longestRent)),
  ...sentFacts(publicFacts),
  available: z.optional(z.boolean()),
  city: requiredLabel(longestWord),
  state: requiredWords(2).check(z.refine(isStateCode, "must be two letters, such as CA"), z.toUpperCase()),
  zipCode: z.optional(orEmpty(isZipCode, "must be five digits")),
  plateNumber: z.optional(orEmpty(isPlate, "must be 2 to 10 letters and digits")),
  ...sentFacts(privateFacts),
  description: z.optional(words(longestProse)),
  descriptionZh: z.optional(words(longestProse)),
  features: z.optional(
    z
      .array(requiredLabel(longestFeature))
      .check(z.maxLength(mostFeatures, `can have at most ${mostFeatures} entries`)),
  ),
  image: z.optional(Address),
  images: z.optional(
    z.array(Address).check(z.maxLength(mostImages, `can have at most ${mostImages} photos`)),
  ),
  pictureTexts: z.optional(z.record(Address, label(longestPictureText))),
});
export type CarSent = z.infer<typeof CarSent>;
/** A car as a request's body: the price is still text or a number. */
export type CarBody = z.input<typeof CarSent>;

export const AdminCarFilters = z.object({
  q: unlessEmpty(words(longestSearch)),
  category: unlessEmpty(z.enum(categories)),
  available: unlessEmpty(z.enum(["true", "false"])),
  /** The platform's cars, all hosts' cars, or the cars of one host. */
  owner: unlessEmpty(z.union([z.enum(["platform", "hosts"]), Uuid])),
});
export type AdminCarFilters = z.infer<typeof AdminCarFilters>;
export const AdminCarsQuery = z.extend(AdminCarFilters, {
  /** True for cars that have left the fleet, instead of the cars in it. */
  retired: unlessEmpty(z.enum(["true", "false"])),
  ...placePage,
});
export type AdminCarsQuery = z.infer<typeof AdminCarsQuery>;

const AdminCarCounts = z.object({
  total: z.number(),
  available: z.number(),
  unavailable: z.number(),
  retired: z.number(),
});
const Deleted = z.object({ deleted: z.boolean(), retired: z.boolean(), message: z.string() });

const tag = "Admin: cars";
const common = { access: ["manage_cars"], tag, status: 200 } as const;
/** People who upload cars have to see the existing cars, too. */
const reading = { ...common, access: ["manage_cars", "upload_data"] } as const;

export const listAdminCars = endpoint({
  ...reading,
  method: "GET",
  path: "/api/admin/cars",
  summary: "All cars that are not retired, unavailable ones too, by name",
  query: AdminCarsQuery,
  response: z.array(AdminCar),
});
export const countAdminCars = endpoint({
  ...reading,
  method: "GET",
  path: "/api/admin/cars/counts",
  summary: "How many cars there are, available and not",
  response: AdminCarCounts,
});
export const addCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/admin/cars",
  summary: "Add a car",
  body: CarSent,
  response: AdminCar,
  status: 201,
});
export const getAdminCar = endpoint({
  ...reading,
  method: "GET",
  path: "/api/admin/cars/:id",
  summary: "One whole car; its ETag is its version",
  params: CarParams,
  response: AdminCar,
});
export const editCar = endpoint({
  ...common,
  method: "PUT",
  path: "/api/admin/cars/:id",
  summary: "Save a car whole. With If-Match, only over the version that was seen",
  params: CarParams,
  body: CarSent,
  response: AdminCar,
});
export const setAvailability = endpoint({
  ...common,
  method: "PATCH",
  path: "/api/admin/cars/:id/availability",
  summary: "Offer a car to the public, or no longer",
  params: CarParams,
  body: z.object({ available: z.boolean() }),
  response: AdminCar,
});
export const deleteCar = endpoint({
  ...common,
  method: "DELETE",
  path: "/api/admin/cars/:id",
  summary: "Delete a car; one with orders is retired, one with open orders stays",
  params: CarParams,
  response: Deleted,
});

export const restoreCar = endpoint({
  ...common,
  method: "POST",
  path: "/api/admin/cars/:id/restore",
  summary: "Bring a retired car back into the fleet. It is not on offer until somebody offers it",
  params: CarParams,
  response: AdminCar,
});
