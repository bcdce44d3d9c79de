import { data, Link } from "react-router";
import { type Car, listBrands, listCars, listCategories, listLocations } from "#contract/cars.ts";
import { api, ApiError, apiPage, type Fetcher, type Page } from "#web/api.ts";
import { pageAddress } from "#web/layout/page-address.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import type { Route } from "./+types/list-page.ts";
import "#web/cars/card.css";
import "./list.css";
import { carAddress } from "#web/cars/address.ts";
import { CarResults } from "./car-results.tsx";
import { carsBefore } from "./cars-before.ts";
import { facetTitle, isFound } from "./facet.ts";
import { ListFilters } from "./list-filters.tsx";
import { isFiltered, listAddress, listQuery, type ListQuery, readListQuery } from "./list-query.ts";
import { shownCar } from "#web/cars/shown-car.ts";
import { BrandTiles, CategoryTiles } from "#web/cars/tiles.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch, today } = context.get(scopeContext);
  const filters = readListQuery(new URL(request.url).searchParams, today);
  const [categories, brands, locations, found] = await Promise.all([
    api(listCategories, {}, apiFetch),
    api(listBrands, {}, apiFetch),
    api(listLocations, {}, apiFetch),
    findCars(filters, apiFetch),
  ]);
  const { items, ...page } = found;
  const before = carsBefore(new URL(request.url).searchParams, items.length, page.total);
  const answer = {
    filters,
    today,
    categories,
    brands,
    locations,
    before,
    ...page,
    cars: items.map((car) => shownCar(car, filters.dates.rental)),
  };
  return data(answer, { status: found.failure ?? 200 });
}

/**
 * A wish that the API refuses (a cursor that has aged, a word too long) empties the list and says so; an
 * error of ours goes to the error page.
 */
async function findCars(filters: ListQuery, fetcher: Fetcher): Promise<Page<Car[]> & { failure?: number }> {
  try {
    return await apiPage(listCars, { query: listQuery(filters) }, fetcher);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    console.error(`GET /api/cars: ${error.message}`);
    return { items: [], total: 0, failure: error.status };
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { origin = "" } = matches[0]?.loaderData ?? {};
  const structuredData = {
    "@type": "ItemList",
    name: facetTitle(loaderData) ?? m.cars_title(),
    numberOfItems: loaderData.total,
    itemListElement: loaderData.cars.map((car, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name: car.name,
      url: pageAddress(origin, carAddress(car.id)),
    })),
  };
  return [
    ...pageMeta({
      title: facetTitle(loaderData) ?? m.cars_page_title(),
      description: m.cars_description({ count: loaderData.total }),
      structuredData: [structuredData],
    }),
    ...(isFound(loaderData) ? [] : [{ name: "robots", content: "noindex" }]),
  ];
};

export default function ListPage({ loaderData }: Route.ComponentProps) {
  const { filters, categories, brands, locations, cars, total, nextCursor, before, failure } = loaderData;
  const { rental, error: fieldError } = filters.dates;
  return (
    <div className="page">
      <header className="cars-head">
        <h1 className="h2">{facetTitle(loaderData) ?? m.cars_title()}</h1>
        <p className="muted">{m.cars_lead()}</p>
      </header>
      <ListFilters filters={filters} today={loaderData.today} locations={locations} />
      <CategoryTiles categories={categories} filters={filters} />
      <BrandTiles brands={brands} filters={filters} />
      <div className="count-row">
        <h2 className="h3" aria-live="polite">
          {total === 1 ? m.cars_available_one() : m.cars_available({ count: total })}
        </h2>
        {isFiltered(filters) && (
          <Link className="link small" to="/cars" preventScrollReset>
            <span>{m.cars_clear_filters()}</span>
          </Link>
        )}
      </div>
      <CarResults
        cars={cars}
        rental={rental}
        error={fieldError}
        isFailed={failure !== undefined}
        clearTo="/cars"
        total={total}
        nextCursor={nextCursor}
        before={before}
        pageAt={(cursor = "", seen) => listAddress(filters, { cursor }, seen)}
      />
    </div>
  );
}
