import type { ComponentProps } from "react";
import type { Car } from "#contract/cars.ts";
import { longestPersonName, longestEmail, longestPhone, longestPlace } from "#domain/text-lengths.ts";
import type { IsoDate } from "#domain/dates.ts";
import { defaultPickupTime, handoverTimes } from "#domain/booking/pickup-times.ts";
import type { Tier } from "#domain/pricing/plans.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { m } from "#web/paraglide/messages.js";
import { type CarStay, rentalErrorWords } from "#web/ui/form/words/rental-error-words.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { CarChoice, PlanChoice } from "./new-order-what.tsx";
import { showTime } from "#web/ui/format/show-time.ts";
import type { NewOrderError, NewOrderErrors, NewOrderField } from "./new-order.ts";

type NewOrderFieldsetProps = {
  carId: string;
  tierName: (tier: Tier) => string;
  today: IsoDate;
  kind: "car" | "plan";
  rental: Rental | undefined;
  errors: NewOrderErrors;
  car: CarStay | undefined;
  onCar: (car: Car) => void;
};

/** The fields of the rental: its dates, the car or plan, and the renter. */
export function NewOrderFieldset({
  carId,
  tierName,
  today,
  kind,
  rental,
  errors,
  car,
  onCar,
}: NewOrderFieldsetProps) {
  const usual = { value: "", label: m.request_time_default({ time: showTime(defaultPickupTime) }) };
  const times = [usual, ...handoverTimes.map((time) => ({ value: time, label: showTime(time) }))];
  const say = (name: NewOrderField) => errors[name] && errorWords(errors[name], car, today);
  const text = (name: NewOrderField, rest: Omit<ComponentProps<typeof TextField>, "id" | "name">) => (
    <TextField id={`order-${name}`} name={name} error={say(name)} {...rest} />
  );
  return (
    <div className="stack">
      <fieldset>
        <legend className="h3">{m.new_order_when()}</legend>
        <div className="grid grid-cols-2 gap-3.5">
          {text("pickupDate", { label: m.request_pickup(), type: "date", min: today, required: true })}
          {text("returnDate", { label: m.request_return(), type: "date", min: today, required: true })}
          <SelectField
            id="order-pickupTime"
            name="pickupTime"
            label={m.request_pickup_time()}
            options={times}
          />
          <SelectField
            id="order-returnTime"
            name="returnTime"
            label={m.request_return_time()}
            options={times}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend className="h3">{m.new_order_what()}</legend>
        <div className="acts">
          <label className="choice">
            <input type="radio" name="kind" value="car" defaultChecked />
            <span>{m.new_order_kind_car()}</span>
          </label>
          <label className="choice">
            <input type="radio" name="kind" value="plan" />
            <span>{m.new_order_kind_plan()}</span>
          </label>
        </div>
        {kind === "car" ? (
          <CarChoice start={carId} rental={rental} error={say("carId")} onChoose={onCar} />
        ) : (
          <PlanChoice tierName={tierName} say={say} />
        )}
      </fieldset>
      <fieldset>
        <legend className="h3">{m.new_order_who()}</legend>
        <div className="grid grid-cols-2 gap-3.5">
          {text("customerName", {
            label: m.request_name(),
            maxLength: longestPersonName,
            required: true,
            autoComplete: "off",
          })}
          {text("customerEmail", {
            label: m.request_email(),
            type: "email",
            maxLength: longestEmail,
            required: true,
            autoComplete: "off",
            spellCheck: false,
          })}
          {text("customerPhone", {
            label: m.request_phone(),
            type: "tel",
            maxLength: longestPhone,
            isOptional: true,
            autoComplete: "off",
          })}
          <SelectField
            id="order-language"
            name="language"
            label={m.new_order_language()}
            options={[
              { value: "en", label: m.admin_orders_language_en() },
              { value: "zh", label: m.admin_orders_language_zh() },
            ]}
          />
        </div>
        {text("pickupLocation", {
          label: m.request_place(),
          maxLength: longestPlace,
          isOptional: kind === "plan",
          autoComplete: "off",
        })}
      </fieldset>
    </div>
  );
}

function errorWords(error: NewOrderError, car: CarStay | undefined, today: IsoDate): string {
  if (error === "missing") return m.checkout_error_missing();
  if (error === "email") return m.order_error_email();
  if (error === "date") return m.order_error_date();
  if (error === "refused") return m.order_error_refused();
  return rentalErrorWords(error, car, today);
}
