import { cities, type City } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";

const names: Record<City, () => string> = {
  "San Francisco": m.cars_city_san_francisco,
  "San Mateo": m.cars_city_san_mateo,
  "Palo Alto": m.cars_city_palo_alto,
  "Mountain View": m.cars_city_mountain_view,
  Sunnyvale: m.cars_city_sunnyvale,
  Cupertino: m.cars_city_cupertino,
  "San Jose": m.cars_city_san_jose,
  Fremont: m.cars_city_fremont,
};

/** One of the cities of the home search, in the page's language. */
export const cityName = (city: City): string => names[city]();

/** A city of an order or a car, in the page's language; an unknown city keeps its own name. */
export function cityOrName(name: string): string {
  const city = cities.find((one) => one === name);
  return city ? cityName(city) : name;
}
