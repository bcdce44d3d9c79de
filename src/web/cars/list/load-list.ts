import { data, type LoaderFunctionArgs } from "react-router";
import { type Car, listBrands, listCars, listCategories, listLocations } from "#contract/cars.ts";
import { brandNameIn } from "#domain/cars/brand-names.ts";
import type { CarSort } from "#domain/cars/cars.ts";
import { api, ApiError, apiPage, type Fetcher, type Page } from "#web/api.ts";
import { shownCar, taxesOf } from "#web/cars/shown-car.ts";
import { scopeContext } from "#web/site-settings.ts";
import { centsFromWire } from "#web/ui/format/money.ts";
import { carsBefore } from "./cars-before.ts";
import { type ListPath, listQuery, type ListQuery, readListQuery } from "./list-query.ts";
import { priceBounds } from "./prices.ts";

/** The data for both pages of the list. */
export async function loadList(path: ListPath, { request, context }: LoaderFunctionArgs) {
  const scope = context.get(scopeContext);
  const { apiFetch, firstPickupDay: firstDay, language } = scope;
  const asked = new URL(request.url).searchParams;
  const filters = readListQuery(path, asked, firstDay);
  const [categories, brands, locations, lowest, highest, found] = await Promise.all([
    api(listCategories, {}, apiFetch),
    api(listBrands, {}, apiFetch),
    api(listLocations, {}, apiFetch),
    firstPrice("price-low", apiFetch),
    firstPrice("price-high", apiFetch),
    findCars(filters, apiFetch),
  ]);
  const { items, failure, refused = [], ...page } = found;
  const answer = {
    filters,
    firstDay,
    categories,
    brands: brands.map((brand) => ({ ...brand, label: brandNameIn(brand.name, language) })),
    locations,
    bounds: priceBounds(lowest, highest),
    before: carsBefore(asked, items.length, page.total),
    isFailed: failure !== undefined,
    refused,
    ...page,
    cars: items.map((car) => shownCar(car, language, filters.dates.rental, taxesOf(scope))),
  };
  return data(answer, { status: failure ?? 200 });
}
export type LoadedList = Awaited<ReturnType<typeof loadList>>["data"];
/** A brand, and its name in the user's language. */
export type ShownBrand = LoadedList["brands"][number];

/** The price of the first car of all, in an order. */
async function firstPrice(sort: CarSort, fetcher: Fetcher) {
  const [car] = await api(listCars, { query: { sort, limit: "1" } }, fetcher);
  return car && centsFromWire(car.monthlyPrice);
}

type FoundCars = Page<Car[]> & { failure?: number; refused?: string[] };

/**
 * A search that the API refuses, such as for an old cursor or a wrong price, is logged. The list is then empty and
 * says so, and the form keeps the user's input.
 */
async function findCars(filters: ListQuery, fetcher: Fetcher): Promise<FoundCars> {
  try {
    return await apiPage(listCars, { query: listQuery(filters) }, fetcher);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error(`GET /api/cars: ${error.message}`);
    return { items: [], total: 0, failure: error.status, refused: Object.keys(error.body?.fields ?? {}) };
  }
}
