import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { type CardErrors, type CardField, cardFields, type TypedCard } from "#web/ui/form/card/card-check.ts";
import { CardExpiryField, CardNumberField } from "#web/ui/form/card/card-fields.tsx";
import { cardErrorWords } from "#web/ui/form/card/card-words.ts";

/** No input here has a name, so a posted form leaves the card out. Scripts find the inputs by this attribute. */
const cardInput = (form: HTMLFormElement, field: CardField) =>
  form.querySelector<HTMLInputElement>(`[data-card="${field}"]`);

export const readCard = (form: HTMLFormElement): TypedCard =>
  Object.fromEntries(cardFields.map((field) => [field, cardInput(form, field)?.value ?? ""])) as TypedCard;

export function clearCard(form: HTMLFormElement): void {
  for (const field of cardFields) {
    const input = cardInput(form, field);
    if (input) input.value = "";
  }
}

export const focusCard = (form: HTMLFormElement, field: CardField): void => cardInput(form, field)?.focus();

/** The card and its billing address. Both are checked here in the browser and stay in it. */
export function CardForm({ errors }: { errors: CardErrors }) {
  const first = cardFields.find((field) => errors[field]);
  const error = (field: CardField) => {
    const code = errors[field];
    return code ? { error: cardErrorWords(code), isAlert: field === first } : {};
  };
  return (
    <div className="card-form gap-6 px-5 pt-2 pb-5 max-sm:px-4">
      <p className="notice">
        <Icon name="lock" />
        <span>{m.checkout_card_note()}</span>
      </p>
      <div className="pairs">
        <CardNumberField
          fieldClassName="full"
          id="card-number"
          data-card="cardNumber"
          {...error("cardNumber")}
        />
        <CardExpiryField id="card-expiry" data-card="expiryDate" {...error("expiryDate")} />
        <TextField
          id="card-cvv"
          data-card="cvv"
          label={m.checkout_cvv()}
          hint={m.checkout_cvv_hint()}
          autoComplete="cc-csc"
          inputMode="numeric"
          maxLength={6}
          {...error("cvv")}
        />
        <TextField
          fieldClassName="full"
          id="card-name"
          data-card="cardholderName"
          label={m.checkout_card_name()}
          autoComplete="cc-name"
          maxLength={120}
          {...error("cardholderName")}
        />
      </div>
      <fieldset className="stack">
        <legend className="text-base font-title mb-3.5">{m.checkout_billing()}</legend>
        <div className="pairs">
          <TextField
            fieldClassName="full"
            id="billing-line1"
            data-card="addressLine1"
            label={m.checkout_line1()}
            autoComplete="billing address-line1"
            maxLength={120}
            {...error("addressLine1")}
          />
          <TextField
            fieldClassName="full"
            id="billing-line2"
            data-card="addressLine2"
            label={m.checkout_line2()}
            autoComplete="billing address-line2"
            maxLength={120}
            isOptional
          />
          <TextField
            id="billing-city"
            data-card="city"
            label={m.checkout_city()}
            autoComplete="billing address-level2"
            maxLength={80}
            {...error("city")}
          />
          <TextField
            id="billing-state"
            data-card="state"
            label={m.checkout_state()}
            autoComplete="billing address-level1"
            maxLength={80}
            {...error("state")}
          />
          <TextField
            id="billing-zip"
            data-card="zipCode"
            label={m.checkout_zip()}
            autoComplete="billing postal-code"
            maxLength={16}
            {...error("zipCode")}
          />
          <TextField
            id="billing-country"
            data-card="country"
            label={m.checkout_country()}
            autoComplete="billing country-name"
            maxLength={80}
            defaultValue={m.checkout_country_default()}
            {...error("country")}
          />
        </div>
      </fieldset>
    </div>
  );
}

/** Whether a card is typed here: with a provider it is typed on the provider's page. */
export const hasCardForm = (form: HTMLFormElement): boolean => form.querySelector("[data-card]") !== null;
