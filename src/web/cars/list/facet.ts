import { categories, cities } from "#domain/cars/cars.ts";
import { categoryWord } from "#web/cars/vocabulary.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import type { ListQuery } from "./list-query.ts";

/** Filters that make a list a separate page for search engines. All others only rearrange it. */
const facets = ["category", "brand", "location"] as const;

type FacetResult = { filters: ListQuery; total: number; brands: readonly { name: string }[] };

/** The title of a list with one facet: a category, a brand or a city that has cars. */
export function facetTitle({ filters, total, brands }: FacetResult): string | undefined {
  const [facet, ...more] = facets.filter((name) => filters[name] !== "");
  if (!facet || more.length > 0 || total === 0) return undefined;
  const category = categories.find((known) => known === filters.category);
  if (category) return m.cars_of_category({ category: categoryWord(category) });
  const city = cities.find((known) => known === filters.location);
  if (city) return m.cars_of_city({ city: cityName(city) });
  const brand = brands.find(({ name }) => name === filters.brand);
  return brand && m.cars_of_brand({ brand: brand.name });
}

/** Whether search engines should index a list: not with several facets, and not with a facet without cars. */
export const isFound = ({ filters, total }: Omit<FacetResult, "brands">): boolean => {
  const chosen = facets.filter((name) => filters[name] !== "").length;
  return chosen === 0 || (chosen === 1 && total > 0);
};
