import { data } from "react-router";
import { type Car, listBrands, listLocations, searchCars } from "#contract/cars.ts";
import { api, ApiError, apiPage, type Fetcher, type Page } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import type { Route } from "./+types/search-page.ts";
import "#web/cars/card.css";
import "#web/cars/list/list.css";
import { address } from "#web/cars/address.ts";
import { beforeWords, carsBefore } from "#web/cars/list/cars-before.ts";
import { CarResults } from "#web/cars/list/car-results.tsx";
import { SearchFilters } from "./search-filters.tsx";
import { readSearchQuery, searchQuery, type SearchQuery } from "./search-query.ts";
import { shownCar } from "#web/cars/shown-car.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch, today } = context.get(scopeContext);
  const filters = readSearchQuery(new URL(request.url).searchParams, today);
  const [brands, locations, found] = await Promise.all([
    api(listBrands, {}, apiFetch),
    api(listLocations, {}, apiFetch),
    search(filters, apiFetch),
  ]);
  const { items, ...page } = found;
  const before = carsBefore(new URL(request.url).searchParams, items.length, page.total);
  const answer = {
    filters,
    today,
    makes: brands.map(({ name }) => name),
    locations,
    before,
    ...page,
    cars: items.map((car) => shownCar(car, filters.dates.rental)),
  };
  return data(answer, { status: found.failure ?? 200 });
}

/** A failed search is logged and shown; what was asked for stays in the form. */
async function search(
  filters: SearchQuery,
  fetcher: Fetcher,
): Promise<Page<Car[]> & { failure?: number; refused?: string[] }> {
  try {
    return await apiPage(searchCars, { query: searchQuery(filters) }, fetcher);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error(`GET /api/cars/search: ${error.message}`);
    return { items: [], total: 0, failure: error.status, refused: Object.keys(error.body?.fields ?? {}) };
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: m.search_title(), description: m.search_description() });

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const {
    filters,
    today,
    makes,
    locations,
    cars,
    total,
    nextCursor,
    before,
    failure,
    refused = [],
  } = loaderData;
  const { rental, error: fieldError } = filters.dates;
  return (
    <div className="page">
      <header className="cars-head">
        <h1 className="h2">{m.search_title()}</h1>
        <p className="muted">{m.search_lead()}</p>
      </header>
      <div className="search-page">
        <SearchFilters {...{ filters, refused, today, makes, locations }} />
        <section aria-labelledby="results">
          <div className="count-row">
            <h2 className="h3" id="results" aria-live="polite">
              {total === 1 ? m.search_found_one() : m.search_found({ count: total })}
            </h2>
          </div>
          <CarResults
            cars={cars}
            rental={rental}
            error={fieldError}
            isFailed={failure !== undefined}
            clearTo="/search"
            total={total}
            nextCursor={nextCursor}
            before={before}
            pageAt={(cursor = "", seen) => searchAddress(filters, cursor, seen)}
          />
        </section>
      </div>
    </div>
  );
}

const searchAddress = ({ dates, ...filters }: SearchQuery, cursor: string, before?: number): string =>
  address("/search", { ...filters, ...dates.typed, cursor, ...beforeWords(before) });
