import { cities, type City } from "#domain/cars/cars.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import {
  rentalErrorField,
  longestRentalMonths,
  type Rental,
  type RentalError,
  rentalError,
  returnDateFor,
} from "#domain/pricing/rental-length.ts";

/** Where and when a customer wants a car, as the address of a plan page says it. Unreadable values are absent. */
export type PlansQuery = { location?: City; from?: IsoDate; until?: IsoDate; hasUnreadableDate: boolean };

/** A query that can be priced. */
export type CompleteQuery = { location: City; rental: Rental };

export type QueryError = "location_missing" | "dates_missing" | "date_unreadable" | RentalError;
export type QueryField = "location" | "from" | "until";

/** Reads `location`, `from` and `until`; the home form without script sends `months` in place of `until`. */
export function readPlansQuery(query: URLSearchParams): PlansQuery {
  const from = readDate(query.get("from"));
  const until = readDate(query.get("until")) ?? untilFromMonths(from, query.get("months"));
  const hasUnreadableDate = (!from && Boolean(query.get("from"))) || (!until && Boolean(query.get("until")));
  return { location: readCity(query.get("location")), from, until, hasUnreadableDate };
}

/** Why no price can be given, the first problem first; undefined when it can be given. */
export function queryError(filters: PlansQuery, firstDay: IsoDate): QueryError | undefined {
  if (!filters.location) return "location_missing";
  if (filters.hasUnreadableDate) return "date_unreadable";
  if (!filters.from || !filters.until) return "dates_missing";
  return rentalError({ pickupDate: filters.from, returnDate: filters.until }, firstDay);
}

export function completeQuery(filters: PlansQuery, firstDay: IsoDate): CompleteQuery | undefined {
  const { location, from, until } = filters;
  if (!location || !from || !until || queryError(filters, firstDay)) return undefined;
  return { location, rental: { pickupDate: from, returnDate: until } };
}

/** The field that gets the cursor. */
export function queryField(error: QueryError, filters: PlansQuery): QueryField {
  if (error === "location_missing") return "location";
  if (error === "dates_missing" || error === "date_unreadable") return filters.from ? "until" : "from";
  return rentalErrorField(error) === "pickupDate" ? "from" : "until";
}

/** The address of a plan page with this query, and with more parameters that the page reads. */
export function planAddress(
  path: string,
  filters: { location?: string; from?: string; until?: string },
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams();
  const { location, from, until } = filters;
  for (const [name, value] of Object.entries({ location, from, until, ...more }))
    if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** "Mountain View" or "mountain view, CA": links from elsewhere write cities as they like. */
function readCity(text: string | null): City | undefined {
  const name = text?.split(",")[0]?.trim().toLowerCase();
  return cities.find((city) => city.toLowerCase() === name);
}

const readDate = (text: string | null): IsoDate | undefined => (text && isDate(text) ? text : undefined);

function untilFromMonths(from: IsoDate | undefined, text: string | null): IsoDate | undefined {
  const months = Number(text);
  const isMonths = Number.isInteger(months) && months >= 1 && months <= longestRentalMonths;
  return from && isMonths ? returnDateFor(from, months) : undefined;
}
