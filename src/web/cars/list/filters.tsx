import { type FormEvent, type RefObject, useEffect } from "react";
import { Link } from "react-router";
import type { Location } from "#contract/cars.ts";
import { longestWord } from "#domain/cars/car-rules.ts";
import { newestYear } from "#domain/cars/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import { DateFields } from "#web/cars/date-fields.tsx";
import { cityWord } from "#web/cars/vocabulary.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { CityMap, type MapOfCities } from "./city-map.tsx";
import { foundCount } from "./found-count.ts";
import type { ListQuery } from "./list-query.ts";
import { PriceRange } from "./price-range.tsx";
import type { PriceError, Prices } from "./prices.ts";
import type { ShownBrand } from "./load-list.ts";

/** The form's id, for its fields outside of it and for the button that opens it on phones. */
export const filtersId = "filters";
/** From this width on, the filters are beside the list. The same width is in list.css. */
const wide = "(min-width: 68.01rem)";

type FiltersProps = {
  form: RefObject<HTMLFormElement | null>;
  filters: ListQuery;
  /** The fields that the API would not take. */ refused: readonly string[];
  wrongPrice: PriceError | undefined;
  firstDay: IsoDate;
  brands: ShownBrand[];
  locations: Location[];
  bounds: Prices | undefined;
  total: number;
  isPending: boolean;
  clearTo: string;
  cityMap: MapOfCities;
  ask: () => PriceError | undefined;
  askSoon: () => void;
};
type Option = { value: string; label: string };

/** Every filter of the list: a plain GET form, beside the list or, on phones, over it. */
export function Filters(props: FiltersProps) {
  const { form, filters, refused, wrongPrice, firstDay, brands, locations, bounds, ask } = props;
  useClosedWhenWide(form);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const error = ask();
    const panel = event.currentTarget;
    if (!error) return close(panel);
    const box = panel.elements.namedItem(error.field);
    if (!(box instanceof HTMLInputElement)) return;
    if (!box.checkVisibility()) panel.showPopover();
    box.focus();
  };
  const error = (name: string) => (refused.includes(name) ? refusedWords(name, filters) : undefined);
  const choice = (
    name: "location" | "brand" | "fromYear" | "toYear" | "seats" | "range" | "stay",
    label: string,
    options: Option[],
    any = m.cars_any(),
  ) => (
    <SelectField
      id={`filter-${name}`}
      name={name}
      label={label}
      defaultValue={filters[name]}
      data-at-once=""
      error={error(name)}
      options={[{ value: "", label: any }, ...withOwn(options, filters[name])]}
    />
  );
  const figures = (all: number[], label: (inputs: { count: number }) => string) =>
    all.map((count) => ({ value: String(count), label: label({ count }) }));
  const years = listYears(firstDay).map((year) => ({ value: String(year), label: String(year) }));

  return (
    <form
      className="filter-fold grid-cols-1 gap-4"
      id={filtersId}
      ref={form}
      action={filters.path}
      role="search"
      aria-labelledby="filters-title"
      popover="auto"
      data-draft="list"
      onSubmit={onSubmit}
    >
      <FiltersHead />
      {filters.category && <input type="hidden" name="category" value={filters.category} />}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        {choice(
          "location",
          m.cars_city_label(),
          locations.map(({ city }) => ({ value: city, label: cityWord(city).text })),
          m.cars_all_cities(),
        )}
        <CityMap filters={filters} locations={locations} map={props.cityMap} />
      </div>
      <PriceRange typed={filters} bounds={bounds} error={wrongPrice} onChanged={props.askSoon} />
      {choice(
        "brand",
        m.search_make(),
        brands.map(({ name, label }) => ({ value: name, label })),
      )}
      <div className="pairs">
        <TextField
          id="filter-model"
          name="model"
          label={m.search_model()}
          maxLength={longestWord}
          defaultValue={filters.model}
          error={error("model")}
        />
        {choice("seats", m.cars_seats(), figures([5, 7, 8], m.cars_seats_least))}
        {choice("fromYear", m.search_from_year(), years)}
        {choice("toYear", m.search_to_year(), years)}
      </div>
      {choice("range", m.cars_range(), figures([200, 250, 300, 350], m.cars_range_least))}
      {choice("stay", m.cars_stay(), figures([30, 60, 90], m.cars_stay_most))}
      <label className="choice">
        <input
          type="checkbox"
          name="carplay"
          value="true"
          defaultChecked={filters.carplay === "true"}
          data-at-once=""
        />
        <span>{m.car_carplay()}</span>
      </label>
      <DateFields typed={filters.dates.typed} firstDay={firstDay} error={filters.dates.error} />
      <FiltersFoot {...props} />
    </form>
  );
}

function FiltersHead() {
  return (
    <div className="filter-head flex items-center justify-between">
      <h2 className="h3" id="filters-title">
        {m.cars_filters()}
      </h2>
      <button
        className="btn btn-quiet btn-icon"
        type="button"
        popoverTarget={filtersId}
        popoverTargetAction="hide"
        aria-label={m.cars_filters_close()}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The buttons stay in sight, however long the filters are. */
function FiltersFoot({ total, isPending, clearTo }: Pick<FiltersProps, "total" | "isPending" | "clearTo">) {
  return (
    <div className="filter-foot sticky bottom-0 z-2 flex justify-between items-center gap-4 py-3 border-t border-line bg-fog">
      <Link className="link small" to={clearTo} preventScrollReset>
        <span>{m.cars_clear_filters()}</span>
      </Link>
      <button className="btn btn-primary flex-1" type="submit" aria-busy={isPending || undefined}>
        {total === 1 ? m.cars_show_count_one() : m.cars_show_count({ count: foundCount(total) })}
      </button>
    </div>
  );
}

/** The newest model year and the 30 before it. */
const listYears = (today: IsoDate): number[] =>
  Array.from({ length: 31 }, (_, ago) => newestYear(today) - ago);

/** The options, and the value in the address if it isn't among them, so that another choice doesn't lose it. */
function withOwn(options: Option[], own: string): Option[] {
  const known = options.find(({ value }) => value.toLowerCase() === own.toLowerCase());
  if (!own || known?.value === own) return options;
  return [{ value: own, label: known?.label ?? own }, ...options.filter((option) => option !== known)];
}

const refusedWords = (name: string, { fromYear, toYear }: ListQuery): string =>
  name === "fromYear" && Number(fromYear) > Number(toYear)
    ? m.cars_years_reversed()
    : m.order_error_refused();

/** Closes the panel, and returns the focus to the button that opened it. */
function close(panel: HTMLElement): void {
  if (panel.matches(":popover-open")) panel.hidePopover();
}

/** When the screen becomes wide, the filters move beside the list, so the open panel is closed. */
function useClosedWhenWide(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const width = matchMedia(wide);
    const onChange = () => width.matches && panel.current && close(panel.current);
    width.addEventListener("change", onChange);
    return () => width.removeEventListener("change", onChange);
  }, [panel]);
}
