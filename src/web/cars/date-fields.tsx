import { addMonths, isDate, type IsoDate } from "#domain/dates.ts";
import { faultyField, latestPickupMonths } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import type { DateFault } from "./chosen-dates.ts";

type DateFieldsProps = { typed: { pickupDate: string; returnDate: string }; today: IsoDate; fault: DateFault | undefined };

/** "Free for my dates": both or neither. */
export function DateFields({ typed, today, fault }: DateFieldsProps) {
  const wrong = fault && wrongDate(typed, fault);
  const invalid = (name: keyof typeof typed) => (wrong === name ? { "aria-invalid": true, "aria-describedby": "dates-error" } : {});
  return (
    <fieldset className="date-pair">
      <legend>{m.cars_dates_legend()}</legend>
      <label>
        <span>{m.cars_pickup()}</span>
        <input
          className="control"
          type="date"
          name="pickupDate"
          min={today}
          max={addMonths(today, latestPickupMonths)}
          defaultValue={typed.pickupDate}
          {...invalid("pickupDate")}
        />
      </label>
      <label>
        <span>{m.cars_return()}</span>
        <input className="control" type="date" name="returnDate" min={today} defaultValue={typed.returnDate} {...invalid("returnDate")} />
      </label>
    </fieldset>
  );
}

/** The one of the two that has to be mended. */
function wrongDate(typed: DateFieldsProps["typed"], fault: DateFault): keyof DateFieldsProps["typed"] {
  if (fault !== "incomplete") return faultyField(fault);
  return isDate(typed.pickupDate) ? "returnDate" : "pickupDate";
}
