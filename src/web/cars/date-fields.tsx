import { addDays, addMonths, isDate, type IsoDate } from "#domain/dates.ts";
import { rentalErrorField, latestPickupMonths } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import type { DateError } from "#web/ui/chosen-dates.ts";

type DateFieldsProps = {
  typed: { pickupDate: string; returnDate: string };
  firstDay: IsoDate;
  error: DateError | undefined;
};

/** The dates for which the cars must be free: both or neither. */
export function DateFields({ typed, firstDay, error }: DateFieldsProps) {
  const wrong = error && wrongDate(typed, error);
  const invalid = (name: keyof typeof typed) =>
    wrong === name ? { "aria-invalid": true, "aria-describedby": "dates-error" } : {};
  return (
    <fieldset className="grid grid-cols-1 gap-3 max-lg:grid-cols-2">
      <legend className="label mb-1.5">{m.cars_dates_legend()}</legend>
      <label>
        <span className="block mb-1 text-xs text-ink-soft">{m.cars_pickup()}</span>
        <input
          className="control"
          type="date"
          name="pickupDate"
          min={firstDay}
          max={addMonths(addDays(firstDay, -1), latestPickupMonths)}
          defaultValue={typed.pickupDate}
          {...invalid("pickupDate")}
        />
      </label>
      <label>
        <span className="block mb-1 text-xs text-ink-soft">{m.cars_return()}</span>
        <input
          className="control"
          type="date"
          name="returnDate"
          min={firstDay}
          defaultValue={typed.returnDate}
          {...invalid("returnDate")}
        />
      </label>
    </fieldset>
  );
}

/** The date that has to change. */
function wrongDate(typed: DateFieldsProps["typed"], error: DateError): keyof DateFieldsProps["typed"] {
  if (error !== "incomplete") return rentalErrorField(error);
  return isDate(typed.pickupDate) ? "returnDate" : "pickupDate";
}
