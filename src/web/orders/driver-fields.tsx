import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { InformationField } from "./checkout/information.ts";
import { TimeField } from "./request/request-dates.tsx";

/** Who drives. Chinese names begin with the family's. Every field says to the browser what it is for. */
export function DriverFields({ errors }: { errors: readonly InformationField[] }) {
  const error = (name: InformationField, words: string) => (errors.includes(name) ? words : undefined);
  const first = (
    <TextField
      key="first"
      id="first-name"
      name="firstName"
      label={m.information_first_name()}
      autoComplete="given-name"
      maxLength={60}
      required
      error={error("firstName", m.information_error_first_name())}
    />
  );
  const last = (
    <TextField
      key="last"
      id="last-name"
      name="lastName"
      label={m.information_last_name()}
      autoComplete="family-name"
      maxLength={59}
      required
      error={error("lastName", m.information_error_last_name())}
    />
  );
  return (
    <fieldset className="group">
      <legend>{m.information_driver()}</legend>
      <div className="pairs">
        {currentLanguage() === "zh" ? [last, first] : [first, last]}
        <TextField
          fieldClassName="full"
          id="email"
          name="email"
          type="email"
          label={m.request_email()}
          hint={m.information_email_hint()}
          autoComplete="email"
          maxLength={254}
          spellCheck={false}
          required
          error={error("email", m.order_error_email())}
        />
        <TextField
          fieldClassName="full"
          id="mobile"
          name="mobile"
          type="tel"
          label={m.information_mobile()}
          hint={m.information_mobile_hint()}
          autoComplete="tel"
          maxLength={40}
          isOptional
        />
        <TextField
          fieldClassName="full"
          id="delivery"
          name="pickupLocation"
          label={m.request_place()}
          hint={m.request_place_hint()}
          autoComplete="street-address"
          maxLength={200}
          isOptional
        />
        <TimeField id="delivery-time" name="pickupTime" label={m.request_pickup_time()} />
      </div>
    </fieldset>
  );
}
