import { addMonths, type IsoDate } from "#domain/dates.ts";
import { latestPickupMonths } from "#domain/rental-length.ts";
import { m } from "#web/paraglide/messages.js";

type DateFieldsProps = { typed: { pickupDate: string; returnDate: string }; today: IsoDate; isFaulty: boolean };

/** "Free for my dates": both or neither. */
export function DateFields({ typed, today, isFaulty }: DateFieldsProps) {
  const fault = isFaulty ? { "aria-invalid": true } : {};
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
          {...fault}
        />
      </label>
      <label>
        <span>{m.cars_return()}</span>
        <input className="control" type="date" name="returnDate" min={today} defaultValue={typed.returnDate} {...fault} />
      </label>
    </fieldset>
  );
}
