import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { InformationField } from "./checkout/information-form.tsx";
import { TimeField } from "./request/request-dates.tsx";

/** The driver. Chinese names begin with the family name. Every field states its purpose for autofill. */
export function DriverFields({ field, isToday }: { field: InformationField; isToday: boolean }) {
  const first = (
    <TextField
      key="first"
      {...field("firstName")}
      id="first-name"
      label={m.information_first_name()}
      autoComplete="given-name"
    />
  );
  const last = (
    <TextField
      key="last"
      {...field("lastName")}
      id="last-name"
      label={m.information_last_name()}
      autoComplete="family-name"
    />
  );
  return (
    <fieldset className="stack">
      <legend className="h3 font-title mb-3.5">{m.information_driver()}</legend>
      <div className="pairs">
        {currentLanguage() === "zh" ? [last, first] : [first, last]}
        <TextField
          {...field("email")}
          fieldClassName="full"
          id="email"
          type="email"
          label={m.request_email()}
          hint={m.information_email_hint()}
          autoComplete="email"
          spellCheck={false}
        />
        <TextField
          {...field("mobile")}
          fieldClassName="full"
          id="mobile"
          type="tel"
          label={m.information_mobile()}
          hint={m.information_mobile_hint()}
          autoComplete="tel"
          isOptional
        />
        <TextField
          {...field("pickupLocation")}
          fieldClassName="full"
          id="delivery"
          label={m.request_place()}
          hint={m.request_place_hint()}
          autoComplete="street-address"
          isOptional
        />
        <div className="full">
          <TimeField
            {...field("pickupTime")}
            id="delivery-time"
            label={m.request_pickup_time()}
            isToday={isToday}
          />
        </div>
      </div>
    </fieldset>
  );
}
