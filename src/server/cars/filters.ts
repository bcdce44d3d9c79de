import { Refusal } from "#contract/errors.ts";
import type { CarCounts } from "#domain/cars/car-counts.ts";
import { categories } from "#domain/cars/cars.ts";
import { daysBetween, isDate } from "#domain/dates.ts";
import { type Rental, rentalDays, returnDateFor, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import type { Vocabulary } from "#domain/cars/search-meaning.ts";
import { fieldError, refuseRental } from "#server/rentals/rental-errors.ts";
import { isFree } from "#server/rentals/availability.ts";
import { escapeLike } from "#server/db/search-text.ts";
import { searchPatterns } from "./search-patterns.ts";
import { SqlConditions } from "#server/db/sql-conditions.ts";
import { isInLists } from "#server/db/schema/columns.ts";

export type CarFilters = {
  q?: string | undefined;
  category?: string | undefined;
  brand?: string | undefined;
  location?: string | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  fromYear?: number | undefined;
  toYear?: number | undefined;
  model?: string | undefined;
  seats?: number | undefined;
  range?: number | undefined;
  stay?: number | undefined;
  carplay?: "true" | undefined;
  pickupDate?: string | undefined;
  returnDate?: string | undefined;
};

/** True where the kept counts answer "how many" without asking the database. */
export function isCounted({ category: _category, brand: _brand, location, ...rest }: CarFilters): boolean {
  return Object.values(rest).every((value) => value === undefined) && !isZipCode(location ?? "");
}

const isZipCode = (place: string): boolean => /^\d{5}$/.test(place);

/**
 * The counts that match a category, a brand and a city. A city matches by its beginning: "San" matches several
 * cities.
 */
export function matchingCounts(
  counts: readonly CarCounts[],
  { category, brand, location }: CarFilters,
): CarCounts[] {
  const place = location === undefined ? "" : cityOf(location);
  return counts.filter(
    (part) =>
      (category === undefined || part.category.toLowerCase() === category.toLowerCase()) &&
      (brand === undefined || part.brand.toLowerCase() === brand.toLowerCase()) &&
      part.city.toLowerCase().startsWith(place),
  );
}

/** "San Jose, CA" as "san jose". */
const cityOf = (location: string): string =>
  location
    .toLowerCase()
    .replace(/,\s*[a-z]{2}$/, "")
    .trim();

/** What filters need besides their own values. */
export type FilterContext = {
  today: string;
  counts: () => Promise<CarCounts[]>;
  words: () => Promise<Vocabulary>;
};

/**
 * The filters as SQL over `cars`, or undefined when nothing can match. Throws a Refusal for dates that make no
 * rental, and for ranges whose lower end is above the upper one.
 */
export async function carConditions(
  filters: CarFilters,
  { today, counts, words }: FilterContext,
): Promise<SqlConditions | undefined> {
  refuseReversed(filters, "minPrice", "maxPrice");
  refuseReversed(filters, "fromYear", "toYear");
  const where = new SqlConditions([isInLists]);
  if (filters.category !== undefined) {
    const category = categories.find((name) => name.toLowerCase() === filters.category?.toLowerCase());
    if (!category) return undefined;
    where.add((value) => `category = ${value}`, category);
  }
  if (filters.brand !== undefined)
    where.add((value) => `lower(brand) = ${value}`, filters.brand.toLowerCase());
  if (filters.model !== undefined)
    where.add((value) => `lower(model) like ${value}`, `%${escapeLike(filters.model.toLowerCase())}%`);
  if (filters.location !== undefined && isZipCode(filters.location))
    where.add((value) => `zip_code = ${value}`, filters.location);
  else if (filters.location !== undefined) {
    const cities = [
      ...new Set(
        matchingCounts(await counts(), { location: filters.location }).map((part) => part.city.toLowerCase()),
      ),
    ];
    const [city] = cities;
    if (city === undefined) return undefined;
    // One city keeps the order of its index; several are one text, however many they are.
    if (cities.length === 1) where.add((value) => `lower(city) = ${value}`, city);
    else where.add((value) => `lower(city) = any(${value})`, cities);
  }
  if (filters.minPrice !== undefined) where.add((value) => `monthly_price >= ${value}`, filters.minPrice);
  if (filters.maxPrice !== undefined) where.add((value) => `monthly_price <= ${value}`, filters.maxPrice);
  if (filters.fromYear !== undefined) where.add((value) => `year >= ${value}`, filters.fromYear);
  if (filters.toYear !== undefined) where.add((value) => `year <= ${value}`, filters.toYear);
  if (filters.seats !== undefined) where.add((value) => `seats >= ${value}`, filters.seats);
  if (filters.range !== undefined) where.add((value) => `range_miles >= ${value}`, filters.range);
  if (filters.stay !== undefined) where.add((value) => `min_rent_days <= ${value}`, filters.stay);
  if (filters.carplay !== undefined) where.add(() => "carplay");
  const rental = chosenRental(filters, today);
  if (rental) addRental(where, rental, today);
  if (filters.q === undefined) return where;

  const patterns = searchPatterns(filters.q, await words());
  for (const either of patterns ?? []) where.addAny((value) => `search_text like ${value}`, either);
  return patterns && where;
}

function refuseReversed(
  filters: CarFilters,
  low: "minPrice" | "fromYear",
  high: "maxPrice" | "toYear",
): void {
  const [from, to] = [filters[low], filters[high]];
  if (from === undefined || to === undefined || from <= to) return;
  throw new Refusal("malformed", `${low} must not be above ${high}.`, {
    fields: { [low]: { code: "range_reversed", message: `must not be above ${high}` } },
  });
}

function chosenRental({ pickupDate, returnDate }: CarFilters, today: string): Rental | undefined {
  if (pickupDate === undefined && returnDate === undefined) return undefined;
  if (pickupDate === undefined || !isDate(pickupDate)) throw fieldError("pickupDate", "required");
  if (returnDate === undefined || !isDate(returnDate)) throw fieldError("returnDate", "required");
  const rental = { pickupDate, returnDate };
  refuseRental(rental, today);
  return rental;
}

/**
 * Adds conditions for cars that can be rented for this time and are free on all of the days. A pending order whose
 * time is over holds no days.
 */
function addRental(where: SqlConditions, rental: Rental, today: string): void {
  let calendarMonths = 0;
  while (rental.returnDate >= returnDateFor(rental.pickupDate, calendarMonths + 1)) calendarMonths++;
  where.add(
    (days, months) =>
      `(min_rent_days <= ${days} or (min_rent_days % 30 = 0 and min_rent_days / 30 <= ${months}))`,
    Math.max(shortestRentalDays, rentalDays(rental)),
    calendarMonths,
  );
  where.add(
    (notice, days) => `notice_days <= ${notice} and max_rent_days >= ${days}`,
    daysBetween(today, rental.pickupDate),
    rentalDays(rental),
  );
  where.add((from, until) => isFree("cars.id", from, until), rental.pickupDate, rental.returnDate);
}
