import { emailAddress, required, honeypot, words } from "./rules.ts";

/** A form that asks for updates: the address, and where on the site somebody asked. */
export const subscriptionFields = { email: required(emailAddress), source: words(40), website: honeypot };
