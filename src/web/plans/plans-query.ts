import { cities, type City } from "#domain/cars/cars.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { faultyField, longestRentalMonths, type Rental, type RentalFault, rentalFault, returnDateFor } from "#domain/pricing/rental-length.ts";

/** Where and when somebody wants a car, as the address of a plan page says it. What can't be read is absent. */
export type Wish = { location?: City; from?: IsoDate; until?: IsoDate; hasUnreadableDate: boolean };

/** A wish that can be priced. */
export type WholeWish = { location: City; rental: Rental };

export type WishFault = "location_missing" | "dates_missing" | "date_unreadable" | RentalFault;
export type WishField = "location" | "from" | "until";

/** Reads `location`, `from` and `until`; the home form without script sends `months` in place of `until`. */
export function readWish(query: URLSearchParams): Wish {
  const from = readDate(query.get("from"));
  const until = readDate(query.get("until")) ?? untilFromMonths(from, query.get("months"));
  const hasUnreadableDate = (!from && Boolean(query.get("from"))) || (!until && Boolean(query.get("until")));
  return { location: readCity(query.get("location")), from, until, hasUnreadableDate };
}

/** What stands in a wish's way, first things first; undefined when it can be priced. */
export function wishFault(wish: Wish, today: IsoDate): WishFault | undefined {
  if (!wish.location) return "location_missing";
  if (wish.hasUnreadableDate) return "date_unreadable";
  if (!wish.from || !wish.until) return "dates_missing";
  return rentalFault({ pickupDate: wish.from, returnDate: wish.until }, today);
}

export function wholeWish(wish: Wish, today: IsoDate): WholeWish | undefined {
  const { location, from, until } = wish;
  if (!location || !from || !until || wishFault(wish, today)) return undefined;
  return { location, rental: { pickupDate: from, returnDate: until } };
}

/** The field to put the cursor in. */
export function wishField(fault: WishFault, wish: Wish): WishField {
  if (fault === "location_missing") return "location";
  if (fault === "dates_missing" || fault === "date_unreadable") return wish.from ? "until" : "from";
  return faultyField(fault) === "pickupDate" ? "from" : "until";
}

/** The address of a plan page for a wish, with whatever else the page reads. */
export function planAddress(path: string, wish: { location?: string; from?: string; until?: string }, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  const { location, from, until } = wish;
  for (const [name, value] of Object.entries({ location, from, until, ...more })) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** "Mountain View" or "mountain view, CA": links from elsewhere write towns as they like. */
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
