import { isDate, type IsoDate } from "#domain/dates.ts";
import { discountPercent } from "#domain/pricing/discounts.ts";
import { defaultPickupTime } from "#domain/orders/pickup-times.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { fieldErrorWords } from "#web/orders/error-words.ts";
import { handoverTimes, showTime } from "#web/orders/handover-times.ts";
import { firstError, type RequestErrors, type RequestValues } from "./request.ts";

type Dates = Pick<RequestValues, "pickupDate" | "returnDate">;
type RequestDatesProps = {
  car: { minRentDays: number };
  today: IsoDate;
  start: Dates;
  times: RequestValues | undefined;
  typed: Dates;
  errors: RequestErrors;
  onLength: (months: number) => void;
};

const lengths = [1, 3, 6, 12];

/** When: two dates, lengths at a press, and the hours for those who mind them. */
export function RequestDates({
  car,
  today,
  start,
  times,
  typed,
  errors: fieldErrors,
  onLength,
}: RequestDatesProps) {
  const pickup = isDate(typed.pickupDate) ? typed.pickupDate : undefined;
  const first = firstError(fieldErrors);
  const error = (field: "pickupDate" | "returnDate") => {
    const fieldError = fieldErrors[field];
    return {
      error: fieldError && fieldErrorWords(field, fieldError, car.minRentDays),
      isAlert: first === field,
    };
  };
  return (
    <>
      <div className="pairs">
        <TextField
          id="request-pickup"
          label={m.request_pickup()}
          type="date"
          name="pickupDate"
          defaultValue={start.pickupDate}
          min={today}
          required
          {...error("pickupDate")}
        />
        <TextField
          id="request-return"
          label={m.request_return()}
          type="date"
          name="returnDate"
          defaultValue={start.returnDate}
          min={pickup && pickup > today ? pickup : today}
          required
          {...error("returnDate")}
        />
      </div>
      <div className="chips needs-script" role="group" aria-label={m.request_length()}>
        {lengths
          .filter((months) => months * 30 >= car.minRentDays)
          .map((months) => {
            const percent = discountPercent(months);
            return (
              <button
                key={months}
                className="chip"
                type="button"
                aria-pressed={pickup !== undefined && typed.returnDate === returnDateFor(pickup, months)}
                onClick={() => onLength(months)}
              >
                {m.price_months({ count: months })}
                {percent > 0 && <span>−{percent}%</span>}
              </button>
            );
          })}
      </div>
      <details className="fold" open={Boolean(times?.pickupTime || times?.returnTime)}>
        <summary>{m.request_times()}</summary>
        <div className="pairs">
          <TimeField
            id="request-pickup-time"
            name="pickupTime"
            label={m.request_pickup_time()}
            start={times?.pickupTime}
          />
          <TimeField
            id="request-return-time"
            name="returnTime"
            label={m.request_return_time()}
            start={times?.returnTime}
          />
        </div>
      </details>
    </>
  );
}

export function TimeField({
  id,
  name,
  label,
  start,
}: {
  id: string;
  name: string;
  label: string;
  start: string | undefined;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <SelectFrame>
        <select className="control" id={id} name={name} defaultValue={start ?? ""}>
          <option value="">{m.request_time_default({ time: showTime(defaultPickupTime) })}</option>
          {handoverTimes.map((time) => (
            <option key={time} value={time}>
              {showTime(time)}
            </option>
          ))}
        </select>
      </SelectFrame>
    </div>
  );
}
