import type { ReactNode } from "react";
import { cities } from "#domain/cars/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { describedBy, SelectFrame } from "#web/ui/form/field.tsx";
import { FieldNote, TextField } from "#web/ui/form/text-field.tsx";
import { type PlansQuery, type QueryError, queryField } from "./plans-query.ts";
import { queryErrorWords } from "./query-words.ts";

type QueryFieldsProps = {
  /** The values in the page's address. */
  filters: PlansQuery;
  /** The values in the fields now. */
  typed: PlansQuery;
  error: QueryError | undefined;
  firstDay: IsoDate;
  children: ReactNode;
};

/** City and dates, to set or to change, inside the form that chooses the plan. */
export function QueryFields({ filters, typed, error: fieldError, firstDay, children }: QueryFieldsProps) {
  const invalid = fieldError && queryField(fieldError, typed);
  const words = fieldError && queryErrorWords(fieldError);
  const error = (field: typeof invalid) => (invalid === field ? { error: words, isAlert: true } : {});
  return (
    <div className="grid grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-3.5 px-4.5 pt-2 pb-5 max-lg:grid-cols-3 max-md:grid-cols-2 [&_.hint]:text-ink-soft">
      <div className="field max-md:col-span-full">
        <label htmlFor="wish-location">{m.plans_city()}</label>
        <SelectFrame>
          <select
            className="control"
            id="wish-location"
            name="location"
            defaultValue={filters.location ?? ""}
            {...describedBy("wish-location", error("location").error)}
          >
            <option value="">{m.plans_city_choose()}</option>
            {cities.map((city) => (
              <option key={city} value={city}>
                {cityName(city)}
              </option>
            ))}
          </select>
        </SelectFrame>
        <FieldNote id="wish-location" {...error("location")} />
      </div>
      <TextField
        id="wish-from"
        name="from"
        type="date"
        label={m.plans_from()}
        defaultValue={filters.from}
        min={firstDay}
        {...error("from")}
      />
      <TextField
        id="wish-until"
        name="until"
        type="date"
        label={m.plans_until()}
        defaultValue={filters.until}
        min={typed.from && typed.from > firstDay ? typed.from : firstDay}
        {...error("until")}
      />
      {children}
    </div>
  );
}
