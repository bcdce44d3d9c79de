import { cities, newestYear } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { describedBy } from "#web/ui/form/field.tsx";
import { FieldNote, TextField } from "#web/ui/form/text-field.tsx";
import type { EstimateField, EstimateQuery } from "./estimate-query.ts";

type EstimateFormProps = {
  filters: EstimateQuery;
  error: EstimateField | undefined;
  brands: string[];
  models: string[];
  today: string;
};
type Option = { value: string; words: string };

const years = 30;

/** Asks the page's own address, so it needs no script; the answer is where the fragment leads. */
export function EstimateForm({ filters, error: fieldError, brands, models, today }: EstimateFormProps) {
  const errorWords: Record<EstimateField, () => string> = {
    brand: m.hosting_error_brand,
    model: m.hosting_error_model,
    year: m.hosting_error_year,
    city: m.hosting_error_city,
  };
  const errorOf = (name: EstimateField) => (fieldError === name ? errorWords[name]() : undefined);

  const words = (name: "brand" | "model", label: string, known: string[]) => (
    <>
      <TextField
        id={`host-${name}`}
        name={name}
        label={label}
        list={`host-${name}s`}
        defaultValue={filters[name]}
        maxLength={60}
        required
        autoComplete="off"
        isAlert
        {...(fieldError === name && { error: errorWords[name]() })}
      />
      <datalist id={`host-${name}s`}>
        {known.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  );
  const choice = (name: "year" | "city", label: string, all: string, options: Option[]) => {
    const error = errorOf(name);
    return (
      <div className="field">
        <label htmlFor={`host-${name}`}>{label}</label>
        <span className="select">
          <select
            className="control"
            id={`host-${name}`}
            name={name}
            defaultValue={filters[name]}
            required
            {...describedBy(`host-${name}`, error)}
          >
            <option value="">{all}</option>
            {options.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </span>
        {error && <FieldNote id={`host-${name}`} error={error} isAlert />}
      </div>
    );
  };
  const newest = newestYear(today);

  return (
    <form
      className="card estimate-form"
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
          words: String(newest - ago),
        })),
      )}
      {choice(
        "city",
        m.hosting_city(),
        m.hosting_city_choose(),
        cities.map((city) => ({ value: city, words: cityName(city) })),
      )}
      <button className="btn btn-secondary" type="submit">
        {m.hosting_submit()}
      </button>
    </form>
  );
}
