import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { cities, state } from "#domain/cars/cars.ts";
import { addDays, addMonths, isDate, type IsoDate } from "#domain/dates.ts";
import { discountPercent } from "#domain/pricing/discounts.ts";
import { latestPickupMonths, longestRentalMonths, returnDateFor } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";

const lengths = Array.from({ length: longestRentalMonths }, (_, place) => place + 1);

/**
 * The city, the pickup day and the length. A plain GET form: without JavaScript it sends `months`, and the plans
 * page computes the return date. With JavaScript the return date is shown here and sent as `until`, and the page
 * names missing fields.
 */
export function SearchPanel({ firstDay }: { firstDay: IsoDate }) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [until, setUntil] = useState(returnDateFor(firstDay, 1));
  const [missing, setMissing] = useState<string[]>([]);

  const showReturn = () => setUntil(form.current ? readPanel(form.current).until : "");
  useDraft(form);
  // The user may have chosen something before the application loaded, so the shown date follows the fields.
  useEffect(showReturn, []);
  useEffect(() => {
    if (missing.length) alert.current?.focus();
  }, [missing]);

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { location, from, until: back } = readPanel(event.currentTarget);
    const wanted = [
      !location && m.home_missing_location(),
      !isDate(from) && m.home_missing_pickup(),
      !back && m.home_missing_return(),
    ].filter((word) => word !== false);
    setMissing(wanted);
    if (wanted.length === 0)
      void navigate(`/pricing-tiers?${new URLSearchParams({ location, from, until: back })}`);
  };

  return (
    <form
      className="search grid grid-cols-2 gap-4 mt-4 p-5.5 max-[30rem]:grid-cols-1 max-[30rem]:gap-3 max-[30rem]:p-4.5 [&>.notice]:col-span-full"
      action="/pricing-tiers"
      data-draft="home"
      aria-label={m.home_search_label()}
      ref={form}
      noValidate={isHydrated}
      onSubmit={search}
      onChange={showReturn}
    >
      {missing.length > 0 && (
        <Notice kind="bad" isAlert ref={alert}>
          {m.home_please_select({ items: missing.join(m.common_list_separator()) })}
        </Notice>
      )}
      <Field id="city" label={m.home_where()}>
        <SelectFrame>
          <select className="control" id="city" name="location" required defaultValue="">
            <option value="">{m.home_choose_city()}</option>
            {cities.map((city) => (
              <option key={city} value={city}>
                {m.home_city_option({ city: cityName(city), state })}
              </option>
            ))}
          </select>
        </SelectFrame>
      </Field>
      <Field id="months" label={m.home_how_long()}>
        <SelectFrame>
          <select className="control" id="months" name="months" defaultValue="1">
            {lengths.map((months) => (
              <option key={months} value={months}>
                {lengthWords(months)}
              </option>
            ))}
          </select>
        </SelectFrame>
      </Field>
      <div className="contents max-[30rem]:grid max-[30rem]:grid-cols-2 max-[30rem]:gap-3">
        <Field id="from" label={m.home_pickup()}>
          <input
            className="control max-[30rem]:px-2.5 max-[30rem]:text-sm/[1.4]"
            id="from"
            name="from"
            type="date"
            required
            defaultValue={firstDay}
            min={firstDay}
            max={addMonths(addDays(firstDay, -1), latestPickupMonths)}
          />
        </Field>
        <Field id="until" label={m.home_return()}>
          <output
            className="control whitespace-nowrap [text-autospace:no-autospace] max-[30rem]:px-2.5 max-[30rem]:text-sm/[1.4]"
            id="until"
            htmlFor="from months"
          >
            {until ? showDate(until) : m.home_no_return()}
          </output>
        </Field>
      </div>
      <button className="btn btn-primary col-span-full min-h-13.5 text-[1.0625rem]" type="submit">
        {m.home_see_plans()}
        <Icon name="arrow" />
      </button>
    </form>
  );
}

function readPanel(form: HTMLFormElement): { location: string; from: string; until: string } {
  const fields = new FormData(form);
  const read = (name: string): string => String(fields.get(name) ?? "");
  const from = read("from");
  return {
    location: read("location"),
    from,
    until: isDate(from) ? returnDateFor(from, Number(read("months"))) : "",
  };
}

function lengthWords(months: number): string {
  const percent = discountPercent(months);
  if (months === longestRentalMonths) return m.home_months_or_more({ months, percent });
  if (percent) return m.home_months_off({ months, percent });
  return months === 1 ? m.home_month_one() : m.home_months({ months });
}
