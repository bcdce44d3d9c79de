import { longestWord } from "#domain/cars/car-rules.ts";
import { cities, newestYear } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { EstimateField, EstimateQuery } from "./estimate-query.ts";

type EstimateFormProps = {
  filters: EstimateQuery;
  errors: readonly EstimateField[];
  brands: string[];
  models: string[];
  today: string;
};
type Option = { value: string; label: string };

const years = 30;

/** A form that opens the page's own address, so it needs no JavaScript. The fragment leads to the answer. */
export function EstimateForm({ filters, errors, brands, models, today }: EstimateFormProps) {
  const errorWords: Record<EstimateField, () => string> = {
    brand: m.hosting_error_brand,
    model: m.hosting_error_model,
    year: m.hosting_error_year,
    city: m.hosting_error_city,
  };
  const errorOf = (name: EstimateField) => ({
    error: errors.includes(name) ? errorWords[name]() : undefined,
    isAlert: errors[0] === name,
  });

  const words = (name: "brand" | "model", label: string, known: string[]) => (
    <>
      <TextField
        id={`host-${name}`}
        name={name}
        label={label}
        list={`host-${name}s`}
        defaultValue={filters[name]}
        maxLength={longestWord}
        required
        autoComplete="off"
        {...errorOf(name)}
      />
      <datalist id={`host-${name}s`}>
        {known.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  );
  const choice = (name: "year" | "city", label: string, all: string, options: Option[]) => (
    <SelectField
      id={`host-${name}`}
      name={name}
      label={label}
      defaultValue={filters[name]}
      required
      options={[{ value: "", label: all }, ...options]}
      {...errorOf(name)}
    />
  );
  const newest = newestYear(today);

  return (
    <form
      className="card grid gap-4.5 shadow-lift"
      method="get"
      action="/autowealth/#estimate"
      aria-labelledby="estimate-title"
    >
      {words("brand", m.hosting_brand(), brands)}
      {words("model", m.hosting_model(), models)}
      {choice(
        "year",
        m.hosting_year(),
        m.hosting_year_choose(),
        Array.from({ length: years }, (_, ago) => ({
          value: String(newest - ago),
          label: String(newest - ago),
        })),
      )}
      {choice(
        "city",
        m.hosting_city(),
        m.hosting_city_choose(),
        cities.map((city) => ({ value: city, label: cityName(city) })),
      )}
      <button className="btn btn-secondary" type="submit">
        {m.hosting_submit()}
      </button>
    </form>
  );
}
