import type { ComponentProps } from "react";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { discountPercent } from "#domain/pricing/discounts.ts";
import { defaultPickupTime, handoverTimes } from "#domain/booking/pickup-times.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { showTime } from "#web/ui/format/show-time.ts";
import type { useRequest } from "./use-request.ts";

type Request = ReturnType<typeof useRequest>;
type RequestDatesProps = Pick<Request, "typed" | "field"> & {
  car: { minRentDays: number };
  today: IsoDate;
  firstDay: IsoDate;
  hasTimes: boolean;
  onLength: Request["setLength"];
};

const lengths = [1, 3, 6, 12];

/** The rental's time: two dates, buttons for common lengths, and the hours for users who need them. */
export function RequestDates({ car, today, firstDay, hasTimes, typed, field, onLength }: RequestDatesProps) {
  const pickup = isDate(typed.pickupDate) ? typed.pickupDate : undefined;
  return (
    <>
      <div className="pairs">
        <TextField
          {...field("pickupDate")}
          id="request-pickup"
          label={m.request_pickup()}
          type="date"
          min={firstDay}
        />
        <TextField
          {...field("returnDate")}
          id="request-return"
          label={m.request_return()}
          type="date"
          min={pickup && pickup > firstDay ? pickup : firstDay}
        />
      </div>
      <div
        className="needs-script grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-1.5"
        role="group"
        aria-label={m.request_length()}
      >
        {lengths
          .filter((months) => months * 30 >= car.minRentDays)
          .map((months) => {
            const percent = discountPercent(months);
            return (
              <button
                key={months}
                className="chip flex-col justify-center gap-0 px-0 rounded-md max-md:text-xs"
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
      <details className="fold" open={hasTimes}>
        <summary>{m.request_times()}</summary>
        <div className="grid gap-3.5">
          <TimeField
            {...field("pickupTime")}
            id="request-pickup-time"
            label={m.request_pickup_time()}
            isToday={pickup === today}
          />
          <TimeField {...field("returnTime")} id="request-return-time" label={m.request_return_time()} />
        </div>
      </details>
    </>
  );
}

type TimeFieldProps = Omit<ComponentProps<typeof SelectField>, "options"> & {
  /** Whether it is about today, when the usual hour may have passed. */
  isToday?: boolean;
};

/** The hour of a pickup or return, or the usual hour. */
export const TimeField = ({ isToday = false, ...props }: TimeFieldProps) => (
  <SelectField
    {...props}
    options={[
      {
        value: "",
        label: isToday
          ? m.request_time_earliest()
          : m.request_time_default({ time: showTime(defaultPickupTime) }),
      },
      ...handoverTimes.map((time) => ({ value: time, label: showTime(time) })),
    ]}
  />
);
