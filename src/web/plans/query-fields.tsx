import type { ReactNode } from "react";
import { cities } from "#domain/cars/cars.ts";
import type { IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { describedBy, SelectFrame } from "#web/ui/form/field.tsx";
import { FieldNote, TextField } from "#web/ui/form/text-field.tsx";
import { type Wish, type WishFault, wishField } from "./plans-query.ts";
import { wishFaultWords } from "./query-words.ts";

type WishFieldsProps = {
  /** What the page was made for. */
  wish: Wish;
  /** What stands in the fields now. */
  typed: Wish;
  fault: WishFault | undefined;
  today: IsoDate;
  children: ReactNode;
};

/** Town and dates, to set or to change, inside the form that chooses the plan. */
export function WishFields({ wish, typed, fault, today, children }: WishFieldsProps) {
  const faulty = fault && wishField(fault, typed);
  const words = fault && wishFaultWords(fault);
  const error = (field: typeof faulty) => (faulty === field ? { error: words, isAlert: true } : {});
  return (
    <div className="wish">
      <div className="field">
        <label htmlFor="wish-location">{m.plans_town()}</label>
        <SelectFrame>
          <select
            className="control"
            id="wish-location"
            name="location"
            defaultValue={wish.location ?? ""}
            {...describedBy("wish-location", error("location").error)}
          >
            <option value="">{m.plans_town_choose()}</option>
            {cities.map((city) => (
              <option key={city} value={city}>
                {cityName(city)}
              </option>
            ))}
          </select>
        </SelectFrame>
        <FieldNote id="wish-location" {...error("location")} />
      </div>
      <TextField id="wish-from" name="from" type="date" label={m.plans_from()} defaultValue={wish.from} min={today} {...error("from")} />
      <TextField
        id="wish-until"
        name="until"
        type="date"
        label={m.plans_until()}
        defaultValue={wish.until}
        min={typed.from && typed.from > today ? typed.from : today}
        {...error("until")}
      />
      {children}
    </div>
  );
}
