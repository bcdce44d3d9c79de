import { type FormEvent, useRef } from "react";
import { Form, Link } from "react-router";
import type { Location } from "#contract/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { useFieldsFromAddress } from "#web/ui/form/use-fields-from-address.ts";
import { useTidySubmit } from "#web/ui/form/use-tidy-submit.ts";
import { DateFields } from "#web/cars/date-fields.tsx";
import { type SearchField, searchYears, type SearchQuery } from "./search-query.ts";
import { cityWord } from "#web/cars/vocabulary.ts";

type SearchFiltersProps = {
  filters: SearchQuery;
  /** The fields that the search would not take. */ refused: readonly string[];
  today: IsoDate;
  makes: string[];
  locations: Location[];
};
type Option = { value: string; label: string };

export function SearchFilters({ filters, refused, today, makes, locations }: SearchFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useTidySubmit();
  useFieldsFromAddress(form);
  useDraft(form);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(event.currentTarget);
  };

  const field = (name: SearchField) => ({
    id: `search-${name}`,
    name,
    defaultValue: filters[name],
    error: refused.includes(name) ? m.order_error_refused() : undefined,
  });
  const choice = (name: SearchField, label: string, all: string, options: Option[]) => (
    <SelectField {...field(name)} label={label} options={[{ value: "", label: all }, ...options]} />
  );
  const price = (name: "minPrice" | "maxPrice", label: string) => (
    <TextField
      {...field(name)}
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      max={100_000}
      step={1}
    />
  );
  const years = searchYears(today).map((year) => ({ value: String(year), label: String(year) }));
  const cities = locations.map(({ city }) => ({ value: city, label: cityWord(city).text }));

  return (
    <Form
      className="card search-form"
      role="search"
      action="/search"
      data-draft="search"
      ref={form}
      onSubmit={onSubmit}
    >
      {choice("location", m.search_location(), m.cars_all_cities(), cities)}
      <div className="pairs">
        {price("minPrice", m.search_min_price())}
        {price("maxPrice", m.search_max_price())}
        {choice("fromYear", m.search_from_year(), m.search_any_year(), years)}
        {choice("toYear", m.search_to_year(), m.search_any_year(), years)}
        {choice(
          "make",
          m.search_make(),
          m.search_any_make(),
          makes.map((make) => ({ value: make, label: make })),
        )}
        <TextField {...field("model")} label={m.search_model()} maxLength={60} />
      </div>
      <DateFields typed={filters.dates.typed} today={today} error={filters.dates.error} />
      <button className="btn btn-primary btn-wide" type="submit">
        {m.search_submit()}
      </button>
      <Link className="link small" to="/search">
        <span>{m.cars_clear_filters()}</span>
      </Link>
    </Form>
  );
}
