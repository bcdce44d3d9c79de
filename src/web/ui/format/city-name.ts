import { cities, type City } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";

const names: Record<City, () => string> = {
  "San Francisco": m.cars_town_san_francisco,
  "San Mateo": m.cars_town_san_mateo,
  "Palo Alto": m.cars_town_palo_alto,
  "Mountain View": m.cars_town_mountain_view,
  Sunnyvale: m.cars_town_sunnyvale,
  Cupertino: m.cars_town_cupertino,
  "San Jose": m.cars_town_san_jose,
  Fremont: m.cars_town_fremont,
};

/** One of the towns of the home search, in the page's language. */
export const cityName = (city: City): string => names[city]();

/** A town as an order or a car has it. One that we have no words for keeps its own. */
export function townName(town: string): string {
  const city = cities.find((one) => one === town);
  return city ? cityName(city) : town;
}
