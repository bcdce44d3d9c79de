import type { ComponentProps } from "react";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { fieldErrorWords } from "#web/orders/error-words.ts";
import { PromoField } from "#web/orders/checkout/promo-field.tsx";
import { firstError, type RequestErrors, type RequestField, type RequestValues } from "./request.ts";

type RequestPersonProps = {
  start: RequestValues | undefined;
  errors: RequestErrors;
  minRentDays: number;
  canApply: boolean;
  onApply: () => Promise<void>;
};

/** Who asks, and where we bring the car. */
export function RequestPerson({ start, errors, minRentDays, canApply, onApply }: RequestPersonProps) {
  const first = firstError(errors);
  const words = (name: RequestField) => {
    const error = errors[name];
    return error && fieldErrorWords(name, error, minRentDays);
  };
  const field = (name: RequestField, rest: Omit<ComponentProps<typeof TextField>, "id" | "name">) => (
    <TextField
      id={`request-${name}`}
      name={name}
      defaultValue={start?.[name]}
      error={words(name)}
      isAlert={first === name}
      {...rest}
    />
  );
  return (
    <>
      {field("customerName", {
        label: m.request_name(),
        autoComplete: "name",
        maxLength: 120,
        required: true,
      })}
      {field("customerEmail", {
        label: m.request_email(),
        type: "email",
        autoComplete: "email",
        maxLength: 254,
        required: true,
        spellCheck: false,
      })}
      {field("customerPhone", {
        label: m.request_phone(),
        type: "tel",
        autoComplete: "tel",
        maxLength: 40,
        isOptional: true,
      })}
      {field("pickupLocation", {
        label: m.request_place(),
        hint: m.request_place_hint(),
        autoComplete: "street-address",
        maxLength: 200,
        required: true,
      })}
      <PromoField
        id="request-promo"
        start={start?.promo}
        error={words("promo")}
        isAlert={first === "promo"}
        canApply={canApply}
        onApply={onApply}
      />
    </>
  );
}
