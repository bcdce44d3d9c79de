import { type RefObject, useEffect } from "react";
import { Link } from "react-router";
import type { WizardBooking, WizardState } from "#contract/account/booking.ts";
import { wizardFields } from "#domain/fields/wizard.ts";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { type Rental, type StayError, stayErrors } from "#domain/pricing/rental-length.ts";
import { TimeField } from "#web/booking/request/request-dates.tsx";
import { rentalCheck } from "#web/booking/rental-rules.ts";
import { m } from "#web/paraglide/messages.js";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import type { FormRules, Values } from "#web/ui/form/form-rules.ts";
import { type CarStay, rentalErrorWords } from "#web/ui/form/words/rental-error-words.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { stepForm } from "./step-frame.tsx";
import type { BookingActions } from "./use-booking.ts";

type VehicleValues = Values<typeof wizardFields>;
export type TypedDates = Pick<VehicleValues, "pickupDate" | "returnDate">;

type VehicleStepProps = {
  car: CarStay & { id: string };
  today: IsoDate;
  firstDay: IsoDate;
  renter: WizardState["renter"];
  booking: WizardBooking | undefined;
  /** Dates that the address brings. */
  rental: Rental | undefined;
  typed: TypedDates;
  actions: BookingActions;
  /** Puts dates that are offered elsewhere on the page into the form, and sends the form. */
  pick: RefObject<((rental: Rental) => void) | null>;
  onTyped: (dates: TypedDates) => void;
  onDone: () => void;
};

const rulesFor = (firstDay: IsoDate, car: CarStay): FormRules<typeof wizardFields, StayError> => ({
  fields: wizardFields,
  shows: "gaps first",
  known: [...stayErrors],
  check: (values) => rentalCheck(values, firstDay, car),
});

const own = {
  pickupDate: { missing: m.request_missing_pickup },
  returnDate: { missing: m.request_missing_return },
  customerPhone: { missing: m.wizard_missing_phone },
};

/** The dates, the place, and the renter's contact details. Sending them holds the car. */
export function VehicleStep(props: VehicleStepProps) {
  const { car, today, firstDay, renter, booking, rental, typed, actions, pick, onTyped, onDone } = props;
  const rules = rulesFor(firstDay, car);
  const dates = rental ?? booking;
  const {
    ref,
    props: formProps,
    field,
  } = useForm({
    rules,
    id: "wizard",
    words: (name, code) => {
      const error = stayErrors.find((one) => one === code);
      return error ? rentalErrorWords(error, car, today) : errorWords(own, name, code);
    },
    start: {
      values: {
        pickupDate: dates?.pickupDate ?? "",
        returnDate: dates?.returnDate ?? "",
        customerPhone: booking?.customerPhone ?? renter.phone,
        pickupLocation: booking?.pickupLocation ?? "",
        pickupTime: booking?.chosenTimes.pickupTime ?? "",
        returnTime: booking?.chosenTimes.returnTime ?? "",
      },
    },
    onWatch: onTyped,
    send: async (values, form) => {
      const { pickupTime, returnTime, ...rest } = values;
      await (booking
        ? actions.change({
            ...changeOf(rest, booking),
            pickupTime: pickupTime || null,
            returnTime: returnTime || null,
          })
        : actions.begin({
            ...rest,
            ...(pickupTime && { pickupTime }),
            ...(returnTime && { returnTime }),
          }));
      form.reset();
      onDone();
    },
  });
  const pickup = isDate(typed.pickupDate) ? typed.pickupDate : firstDay;

  useEffect(() => {
    pick.current = (offered) => {
      const form = ref.current;
      for (const [name, value] of Object.entries(offered)) {
        const input = form?.elements.namedItem(name);
        if (input instanceof HTMLInputElement) input.value = value;
      }
      onTyped(offered);
      form?.requestSubmit();
    };
    return () => {
      pick.current = null;
    };
  });

  return (
    <form id={stepForm} className="grid gap-5" data-draft={`book ${car.id}`} {...formProps}>
      <div className="pairs">
        <TextField {...field("pickupDate")} label={m.request_pickup()} type="date" min={firstDay} />
        <TextField
          {...field("returnDate")}
          label={m.request_return()}
          type="date"
          min={pickup > firstDay ? pickup : firstDay}
        />
      </div>
      <div className="pairs">
        <TimeField
          {...field("pickupTime")}
          id="wizard-pickup-time"
          label={m.request_pickup_time()}
          isToday={typed.pickupDate === today}
        />
        <TimeField {...field("returnTime")} id="wizard-return-time" label={m.request_return_time()} />
      </div>
      <TextField {...field("customerPhone")} label={m.request_phone()} type="tel" autoComplete="tel" />
      <TextField
        {...field("pickupLocation")}
        label={m.request_place()}
        hint={m.request_place_hint()}
        autoComplete="street-address"
        isOptional
      />
      <div className="grid gap-3 border-t border-line pt-5 [&_input]:text-ink-soft">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-y-5 gap-x-3">
          <TextField id="wizard-name" label={m.request_name()} value={renter.name} readOnly />
          <TextField id="wizard-email" label={m.request_email()} value={renter.email} readOnly />
        </div>
        <p className="small muted">
          {m.wizard_from_account()} <Link to="/dashboard/settings">{m.wizard_edit_account()}</Link>
        </p>
      </div>
    </form>
  );
}

/** Dates are sent only where they changed or the car needs a new hold: only dates block days in the calendar. */
function changeOf(
  { pickupDate, returnDate, ...rest }: Omit<VehicleValues, "pickupTime" | "returnTime">,
  booking: WizardBooking,
) {
  const isSame = pickupDate === booking.pickupDate && returnDate === booking.returnDate;
  return isSame && booking.hold === "held" ? rest : { ...rest, pickupDate, returnDate };
}
