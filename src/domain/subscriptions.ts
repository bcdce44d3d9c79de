import { emailAddress, required, trap, words } from "./fields.ts";

/** How long the link in the first email confirms an address. */
export const confirmationDays = 7;

/** A form that asks for updates: the address, and where on the site somebody asked. */
export const subscriptionFields = { email: required(emailAddress), source: words(40), website: trap };
