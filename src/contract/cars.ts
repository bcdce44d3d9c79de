import * as z from "zod/mini";
import { longestSearch } from "#domain/text-lengths.ts";
import { bodyStyles } from "#domain/cars/body-styles.ts";
import { longestRent, shortestRent, longestWord } from "#domain/cars/car-rules.ts";
import { carSorts, categories, categoryIcons } from "#domain/cars/cars.ts";
import { publicFacts } from "#domain/cars/fields.ts";
import { answerSpeeds } from "#domain/orders/host-answers.ts";
import { shownFacts } from "./car-facts.ts";
import { endpoint } from "./endpoint.ts";
import { CalendarDate, Money, MoneySent, unlessEmpty, Uuid, wholeNumber, words, Language } from "./fields.ts";
import { placePage } from "./paging.ts";
import { CarParams } from "./params.ts";

/**
 * A picture of a car. `variants` is the address that "-{width}.{avif|webp|jpg}" is appended to; photos stored
 * elsewhere have no `variants`.
 */
export const CarImageFile = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  variants: z.optional(z.string()),
  placeholder: z.optional(z.string()),
  view: z.enum(["hero", "side", "rear", "cabin", "bench", "photo"]),
  illustration: z.boolean(),
  /** What the picture shows, where somebody has described it. */
  text: z.optional(z.string()),
});
export type CarImageFile = z.infer<typeof CarImageFile>;

/** The mean of the stars, and the number of reviews. */
const Rating = z.object({ mean: z.number(), count: z.number() });

/** The host of a car, as anybody may see them. A host without a user name has no address. */
export const CarHost = z.object({
  firstName: z.string(),
  username: z.nullable(z.string()),
  since: z.string(),
  /** What renters think of all the host's cars; absent before the first review. */
  rating: z.optional(Rating),
  /**
   * How the host answered the requests of the last 90 days: the share in percent, and the time within which half
   * of the answers came. Absent where too few renters sent a request.
   */
  answers: z.optional(z.object({ share: z.number(), within: z.nullable(z.enum(answerSpeeds)) })),
});
export type CarHost = z.infer<typeof CarHost>;

/** A car as anybody may see it: neither plate nor insurance. */
export const Car = z.object({
  id: Uuid,
  name: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.number(),
  category: z.enum(categories),
  bodyStyle: z.enum(bodyStyles),
  colour: z.string(),
  monthlyPrice: Money,
  description: z.string(),
  descriptionZh: z.optional(z.string()),
  /** The language into which a machine translated the description; absent where nothing was translated. */
  translated: z.optional(Language),
  features: z.array(z.string()),
  image: z.string(),
  images: z.array(z.string()),
  pictures: z.array(CarImageFile),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  minRentDays: z.number(),
  ...shownFacts(publicFacts),
  available: z.boolean(),
  /** A host's rules, if any: days from order to pickup, the longest rental, booking without an answer. */
  noticeDays: z.optional(z.number()),
  maxRentDays: z.optional(z.number()),
  instantBook: z.optional(z.boolean()),
  /** The car's host, on the car's own page; absent for the platform's cars, and in lists. */
  host: z.optional(CarHost),
  /** What renters think of the car: the mean of their stars, and the number of reviews; absent without reviews. */
  rating: z.optional(Rating),
});
export type Car = z.infer<typeof Car>;

export const CategoryCount = z.object({
  id: z.string(),
  name: z.enum(categories),
  icon: z.enum(categoryIcons),
  count: z.number(),
});
export type CategoryCount = z.infer<typeof CategoryCount>;
export const BrandCount = z.object({ id: z.string(), name: z.string(), count: z.number() });
export type BrandCount = z.infer<typeof BrandCount>;
/**
 * A city, with how many available cars are kept there and the lowest monthly price among them (absent without
 * cars).
 */
export const Location = z.object({
  id: z.string(),
  city: z.string(),
  state: z.string(),
  count: z.number(),
  fromPrice: z.optional(Money),
});
export type Location = z.infer<typeof Location>;

/** Both dates or neither: only cars free on every day from pickup to return. */
const freeDates = { pickupDate: unlessEmpty(CalendarDate), returnDate: unlessEmpty(CalendarDate) };
const page = {
  sort: unlessEmpty(z.enum(carSorts)),
  ...placePage,
};

/** The query of a list of cars: the same at both addresses of the list. */
export const CarListQuery = z.object({
  q: unlessEmpty(words(longestSearch)),
  category: unlessEmpty(words(40)),
  brand: unlessEmpty(words(longestWord)),
  /** Another name of `brand`; `brand` wins where both are given. */
  make: unlessEmpty(words(longestWord)),
  model: unlessEmpty(words(longestWord)),
  location: unlessEmpty(words(80)),
  /** A month's price in US dollars. */
  minPrice: unlessEmpty(MoneySent),
  maxPrice: unlessEmpty(MoneySent),
  fromYear: unlessEmpty(wholeNumber(1900, 2199)),
  toYear: unlessEmpty(wholeNumber(1900, 2199)),
  /** At least this many seats. */
  seats: unlessEmpty(wholeNumber(1, 99)),
  /** At least this many miles on one charge: electric cars only. */
  range: unlessEmpty(wholeNumber(1, 9999)),
  /** Cars that can be rented for this number of days: their shortest rental is no longer. */
  stay: unlessEmpty(wholeNumber(shortestRent, longestRent)),
  carplay: unlessEmpty(z.literal("true")),
  ...freeDates,
  ...page,
});
export type CarListQuery = z.infer<typeof CarListQuery>;

const DateRange = z.object({ from: CalendarDate, until: CalendarDate });
export const Availability = z.object({
  carId: Uuid,
  available: z.boolean(),
  minRentDays: z.number(),
  from: CalendarDate,
  until: CalendarDate,
  /** Days that are promised to a renter, first and last included. */
  taken: z.array(DateRange),
  /** Days between the taken ones, first and last included; some ranges may be too short for a rental. */
  free: z.array(DateRange),
});
export type Availability = z.infer<typeof Availability>;

const tag = "Cars";
const get = { method: "GET", access: "public", status: 200, tag } as const;

export const listCategories = endpoint({
  ...get,
  path: "/api/categories",
  summary: "Categories with their numbers of available cars",
  response: z.array(CategoryCount),
});
export const listBrands = endpoint({
  ...get,
  path: "/api/brands",
  summary: "Brands with their numbers of available cars",
  response: z.array(BrandCount),
});
export const listLocations = endpoint({
  ...get,
  path: "/api/locations",
  summary: "Cities with their numbers of available cars and lowest prices",
  response: z.array(Location),
});

export const listCars = endpoint({
  ...get,
  path: "/api/cars",
  summary:
    "Available cars, filtered, searched, sorted and paged. X-Total-Count goes no further than 1000 but for category, brand and city",
  query: CarListQuery,
  response: z.array(Car),
});
export const searchCars = endpoint({
  ...get,
  path: "/api/cars/search",
  summary: "The same list at the search's address",
  query: CarListQuery,
  response: z.array(Car),
});
export const getCar = endpoint({
  ...get,
  path: "/api/cars/:id",
  summary: "One car",
  params: CarParams,
  response: Car,
});
export const getAvailability = endpoint({
  ...get,
  path: "/api/cars/:id/availability",
  summary: "Free and taken days of a car, from today (or `from`) to `until`",
  params: CarParams,
  query: z.object({ from: unlessEmpty(CalendarDate), until: unlessEmpty(CalendarDate) }),
  response: Availability,
});
/** Up to four cars like this one, same category first: of those nearest in price such as differ from each other. */
export const listSimilarCars = endpoint({
  ...get,
  path: "/api/cars/:id/similar",
  summary: "Available cars like this one",
  params: CarParams,
  query: z.object(freeDates),
  response: z.array(Car),
});
