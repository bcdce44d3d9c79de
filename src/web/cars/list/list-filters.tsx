import { type FormEvent, useRef } from "react";
import { Form } from "react-router";
import type { Location } from "#contract/cars.ts";
import { type CarSort, carSorts } from "#domain/cars/cars.ts";
import { type IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useFieldsFromAddress } from "#web/ui/form/use-fields-from-address.ts";
import { useTidySubmit } from "#web/ui/form/use-tidy-submit.ts";
import { DateFields } from "#web/cars/date-fields.tsx";
import { type ListQuery, usualSort } from "./list-query.ts";
import { cityWord } from "#web/cars/vocabulary.ts";

const sortWords: Record<CarSort, () => string> = {
  recommended: m.cars_sort_recommended,
  "price-low": m.cars_sort_price_low,
  "price-high": m.cars_sort_price_high,
  name: m.cars_sort_name,
  newest: m.cars_sort_newest,
};

/** Text, city, order and dates: a plain GET form. With script a chosen city or order acts at once. */
export function ListFilters({
  filters,
  today,
  locations,
}: {
  filters: ListQuery;
  today: IsoDate;
  locations: Location[];
}) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useTidySubmit();
  useFieldsFromAddress(form);
  useDraft(form);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(event.currentTarget);
  };
  const actAtOnce = () => form.current && submit(form.current);

  return (
    <Form className="finder" role="search" action="/cars" data-draft="list" ref={form} onSubmit={onSubmit}>
      {filters.category && <input type="hidden" name="category" value={filters.category} />}
      {filters.brand && <input type="hidden" name="brand" value={filters.brand} />}
      <div className="field find">
        <label className="sr-only" htmlFor="q">
          {m.cars_find_label()}
        </label>
        <span className="with-icon">
          <Icon name="search" />
          <input
            className="control"
            id="q"
            name="q"
            type="search"
            maxLength={100}
            defaultValue={filters.q}
            placeholder={m.cars_find_placeholder()}
          />
        </span>
      </div>
      <div className="field">
        <label className="sr-only" htmlFor="location">
          {m.cars_city_label()}
        </label>
        <SelectFrame>
          <select
            className="control"
            id="location"
            name="location"
            defaultValue={filters.location}
            data-at-once=""
            onChange={actAtOnce}
          >
            <option value="">{m.cars_all_cities()}</option>
            {locations.map(({ id, city }) => (
              <option key={id} value={city}>
                {cityWord(city).text}
              </option>
            ))}
          </select>
        </SelectFrame>
      </div>
      <div className="field">
        <label className="sr-only" htmlFor="sort">
          {m.cars_sort_label()}
        </label>
        <SelectFrame>
          <select
            className="control"
            id="sort"
            name="sort"
            defaultValue={filters.sort || usualSort}
            data-at-once=""
            onChange={actAtOnce}
          >
            {carSorts.map((sort) => (
              <option key={sort} value={sort}>
                {sortWords[sort]()}
              </option>
            ))}
          </select>
        </SelectFrame>
      </div>
      <DateFields typed={filters.dates.typed} today={today} error={filters.dates.error} />
      <button className="btn btn-secondary" type="submit">
        {m.cars_show_cars()}
      </button>
    </Form>
  );
}
