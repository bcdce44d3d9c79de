import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigation, useNavigationType } from "react-router";
import { longestSearch } from "#domain/text-lengths.ts";
import { type CarSort, carSorts } from "#domain/cars/cars.ts";
import "#web/styles/card.css";
import { m } from "#web/paraglide/messages.js";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { CarResults } from "./car-results.tsx";
import type { MapOfCities } from "./city-map.tsx";
import { ChosenChips } from "./chosen-chips.tsx";
import { chosenFilters } from "./chosen-filters.ts";
import { Filters, filtersId } from "./filters.tsx";
import "./list.css";
import { listAddress, type ListQuery, readListQuery, usualSort } from "./list-query.ts";
import { foundCount } from "./found-count.ts";
import type { LoadedList } from "./load-list.ts";
import { BrandTiles, CategoryTiles } from "./tiles.tsx";
import { useListForm } from "./use-list-form.ts";

const sortWords: Record<CarSort, () => string> = {
  recommended: m.cars_sort_recommended,
  "price-low": m.cars_sort_price_low,
  "price-high": m.cars_sort_price_high,
  name: m.cars_sort_name,
  newest: m.cars_sort_newest,
};

type CarListProps = { loaded: LoadedList; title: string; lead: string; cityMap: MapOfCities };

/** The one list of cars, for both of its addresses: the search, the chosen filters, and the cars found. */
export function CarList({ loaded, title, lead, cityMap }: CarListProps) {
  const { filters, firstDay, categories, brands, total, before } = loaded;
  const { form, heard, ...asking } = useListForm(filters, firstDay);
  const asked = useAsked(filters, firstDay);
  const section = useShownFromItsTop();
  const isPending = asked !== filters;
  const chosen = chosenFilters(asked, brands);
  return (
    <div className="page" {...heard}>
      <header className="grid grid-cols-[minmax(0,1fr)_minmax(0,27rem)] items-end gap-x-8 gap-y-3 mt-[clamp(1rem,3vw,2.5rem)] mb-5 max-md:grid-cols-1 max-md:mt-4 max-md:mb-3">
        <div className="flex flex-wrap items-baseline gap-x-5 gap-y-0.5">
          <h1 className="h2">{title}</h1>
          <p className="muted max-md:hidden">{lead}</p>
        </div>
        <FindBox words={filters.q} />
      </header>
      <CategoryTiles categories={categories} filters={asked} />
      <BrandTiles brands={brands} filters={asked} />
      {/* With these columns, three cars have whole-pixel widths. A wider picture would count as the largest. */}
      <div className="grid grid-cols-1 items-start gap-3 mt-3 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-9 lg:mt-6 lg:pt-6 lg:border-t lg:border-line">
        <Filters
          {...loaded}
          {...asking}
          form={form}
          cityMap={cityMap}
          isPending={isPending}
          clearTo={filters.path}
        />
        <section
          className="results"
          aria-labelledby="results"
          aria-busy={isPending || undefined}
          ref={section}
        >
          <div className="list-bar lg:contents">
            <button className="btn btn-secondary filter-open" type="button" popoverTarget={filtersId}>
              <Icon name="filter" />
              {m.cars_filters()}
              {chosen.length > 0 && <span className="badge">{chosen.length}</span>}
            </button>
            <SortField sort={filters.sort} />
            <ChosenChips chosen={chosen} filters={asked} clearTo={filters.path} />
          </div>
          <h2 className="h3 count focus:outline-0" id="results" aria-live="polite" tabIndex={-1}>
            {total === 1 ? m.cars_available_one() : m.cars_available({ count: foundCount(total) })}
          </h2>
          <CarResults
            cars={loaded.cars}
            rental={filters.dates.rental}
            error={filters.dates.error}
            isFailed={loaded.isFailed}
            clearTo={filters.path}
            total={total}
            nextCursor={loaded.nextCursor}
            before={before}
            pageAt={(cursor = "", seen) => listAddress(filters, { cursor }, seen)}
          />
        </section>
      </div>
    </div>
  );
}

/** Fields outside of their form. */
function FindBox({ words }: { words: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      <label className="sr-only" htmlFor="q">
        {m.cars_find_label()}
      </label>
      <span className="with-icon">
        <Icon name="search" />
        <input
          className="control"
          id="q"
          name="q"
          form={filtersId}
          type="search"
          maxLength={longestSearch}
          defaultValue={words}
          placeholder={m.cars_find_placeholder()}
        />
      </span>
      <button className="btn btn-secondary" type="submit" form={filtersId}>
        {m.search_submit()}
      </button>
    </div>
  );
}

function SortField({ sort }: { sort: CarSort | "" }) {
  return (
    <div className="field lg:[grid-area:1/2] max-lg:justify-self-end max-lg:w-[min(100%,14rem)]">
      <label className="sr-only" htmlFor="sort">
        {m.cars_sort_label()}
      </label>
      <SelectFrame>
        <select
          className="control lg:min-w-46"
          id="sort"
          name="sort"
          form={filtersId}
          defaultValue={sort || usualSort}
          data-at-once=""
        >
          {carSorts.map((one) => (
            <option key={one} value={one}>
              {sortWords[one]()}
            </option>
          ))}
        </select>
      </SelectFrame>
    </div>
  );
}

/** The latest filters, while their answer is still loading. */
function useAsked(filters: ListQuery, firstDay: string): ListQuery {
  const { location } = useNavigation();
  return location?.pathname === filters.path
    ? readListQuery(filters.path, new URLSearchParams(location.search), firstDay)
    : filters;
}

/** After scrolling down the list, the user sees a new list from its beginning. */
function useShownFromItsTop() {
  const section = useRef<HTMLElement>(null);
  const { search } = useLocation();
  const kind = useNavigationType();
  const seen = useRef(search);
  useEffect(() => {
    if (seen.current === search) return;
    seen.current = search;
    if (kind !== NavigationType.Pop && (section.current?.getBoundingClientRect().top ?? 0) < 0)
      section.current?.scrollIntoView({ block: "start" });
  }, [kind, search]);
  return section;
}
