import { data, Link } from "react-router";
import { type Car, listBrands, listCars, listCategories, listLocations } from "#contract/catalogue.ts";
import { api, ApiError, apiPage, type Fetcher, type Page } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/scope.ts";
import { Notice } from "#web/ui/notice.tsx";
import { rentalFaultWords } from "#web/ui/rental-fault-words.ts";
import type { Route } from "./+types/list-page.ts";
import "./card.css";
import "./list.css";
import { carAddress } from "./address.ts";
import { CarCard } from "./car-card.tsx";
import { ListFilters } from "./list-filters.tsx";
import { isFiltered, listAddress, listQuery, type ListWish, readListWish } from "./list-wish.ts";
import { NoCars } from "./no-cars.tsx";
import { shownCar } from "./shown-car.ts";
import { BrandTiles, CategoryTiles } from "./tiles.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch, today } = context.get(scopeContext);
  const wish = readListWish(new URL(request.url).searchParams, today);
  const [categories, brands, locations, found] = await Promise.all([
    api(listCategories, {}, apiFetch),
    api(listBrands, {}, apiFetch),
    api(listLocations, {}, apiFetch),
    findCars(wish, apiFetch),
  ]);
  const { items, ...page } = found;
  const answer = { wish, today, categories, brands, locations, ...page, cars: items.map(shownCar) };
  return data(answer, { status: found.failure ?? 200 });
}

/** A wish that the API refuses (a cursor that has aged, a word too long) empties the list and says so; a fault of ours goes to the error page. */
async function findCars(wish: ListWish, fetcher: Fetcher): Promise<Page<Car[]> & { failure?: number }> {
  try {
    return await apiPage(listCars, { query: listQuery(wish) }, fetcher);
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
    name: m.cars_title(),
    numberOfItems: loaderData.total,
    itemListElement: loaderData.cars.map((car, place) => ({ "@type": "ListItem", position: place + 1, name: car.name, url: origin + carAddress(car.id) })),
  };
  return pageMeta({ title: m.cars_page_title(), description: m.cars_description({ count: loaderData.total }), structuredData: [structuredData] });
};

export default function ListPage({ loaderData }: Route.ComponentProps) {
  const { wish, categories, brands, locations, cars, total, nextCursor, failure } = loaderData;
  const { rental, fault } = wish.dates;
  return (
    <div className="page">
      <header className="cars-head">
        <h1 className="h2">{m.cars_title()}</h1>
        <p className="muted">{m.cars_lead()}</p>
      </header>
      <ListFilters wish={wish} today={loaderData.today} locations={locations} />
      <CategoryTiles categories={categories} wish={wish} />
      <BrandTiles brands={brands} wish={wish} />
      <div className="count-row">
        <h2 className="h3" aria-live="polite">
          {total === 1 ? m.cars_available_one() : m.cars_available({ count: total })}
        </h2>
        {isFiltered(wish) && (
          <Link className="link small" to="/cars" preventScrollReset>
            <span>{m.cars_clear_filters()}</span>
          </Link>
        )}
      </div>
      {fault && (
        <Notice kind="bad" isAlert>
          {fault === "incomplete" ? m.cars_dates_incomplete() : rentalFaultWords(fault)}
        </Notice>
      )}
      {failure !== undefined && (
        <Notice kind="bad" isAlert>
          {m.search_failed()}
        </Notice>
      )}
      {cars.length === 0 ? (
        <NoCars clearTo="/cars" />
      ) : (
        <ul className="cars">
          {cars.map((car, place) => (
            <CarCard key={car.id} car={car} dates={rental} isFirst={place === 0} />
          ))}
        </ul>
      )}
      {(nextCursor || wish.cursor) && (
        <nav className="more" aria-label={m.cars_pages()}>
          {wish.cursor && (
            <Link className="link small" to={listAddress(wish, {})}>
              <span>{m.cars_first_page()}</span>
            </Link>
          )}
          {nextCursor && (
            <Link className="btn btn-secondary" to={listAddress(wish, { cursor: nextCursor })}>
              {m.cars_show_more()}
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
