import type { ComponentProps } from "react";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { groupCardNumber, shapeExpiry } from "./card-check.ts";
import { shape } from "./card-words.ts";

type CardFieldProps = Omit<ComponentProps<typeof TextField>, "label">;

/** Nineteen digits in groups of four, as some cards from China have: what is pasted is cut no shorter. */
const longestNumber = 23;

/** The number of a card, in the groups that the card shows. */
export const CardNumberField = (props: CardFieldProps) => (
  <TextField
    label={m.checkout_card_number()}
    autoComplete="cc-number"
    inputMode="numeric"
    maxLength={longestNumber}
    onInput={shape(groupCardNumber)}
    {...props}
  />
);

/** More than "12 / 2028" takes: a paste brings spaces and invisible characters, and must not be cut to another month. */
const longestExpiry = 24;

/** The last month of a card's validity. */
export const CardExpiryField = (props: CardFieldProps) => (
  <TextField
    label={m.checkout_expiry()}
    hint={m.checkout_expiry_hint()}
    autoComplete="cc-exp"
    inputMode="numeric"
    maxLength={longestExpiry}
    onInput={shape(shapeExpiry)}
    {...props}
  />
);
