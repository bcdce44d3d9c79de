export const categories = ["Compact", "Sedan", "SUV", "Truck", "Minivan", "Electric", "Luxury"] as const;
export type Category = (typeof categories)[number];

export const transmissions = ["automatic", "manual", "cvt"] as const;
export type Transmission = (typeof transmissions)[number];

/**
 * The cities of the home search, north to south along the west shore, then the east. All are in California.
 */
export const cities = [
  "San Francisco",
  "San Mateo",
  "Palo Alto",
  "Mountain View",
  "Sunnyvale",
  "Cupertino",
  "San Jose",
  "Fremont",
] as const;
export type City = (typeof cities)[number];
export const state = "CA";

/** The city that "fremont" or "Fremont, CA" means; undefined for any other, since we bring cars only to these. */
export function cityNamed(text: string): City | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/,\s*ca$/, "");
  return cities.find((city) => city.toLowerCase() === name);
}

/** A search by words, dates or numbers counts at most this many cars: nobody reads further. */
export const mostCountedCars = 1000;

/** "recommended" shows one car of each body before a second car of any body. */
export const carSorts = ["recommended", "price-low", "price-high", "name", "newest"] as const;
export type CarSort = (typeof carSorts)[number];

export const categoryIcons = ["car", "truck", "shuttle-van"] as const;
export type CategoryIcon = (typeof categoryIcons)[number];

/** SUV and Truck show a truck, Minivan a shuttle van, all others a car. */
export const categoryIcon = (name: string): CategoryIcon =>
  name === "SUV" || name === "Truck" ? "truck" : name === "Minivan" ? "shuttle-van" : "car";

export const oldestYear = 1990;
/** Model years run a year ahead of the calendar. */
export const newestYear = (today: string): number => Number(today.slice(0, 4)) + 1;
