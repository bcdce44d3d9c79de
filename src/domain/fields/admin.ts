import { calendarDate, required, words } from "./rules.ts";

/** Days on which a car is kept from being rented, and why. */
export const blockFields = {
  from: required(calendarDate),
  until: required(calendarDate),
  reason: required(words(200)),
};

/** Why a person is suspended; that person reads it. */
export const reasonFields = { reason: required(words(500)) };
export const optionalReasonFields = { reason: words(500) };

/** Why a change of a rental is declined, or another car offered: its renter reads it. */
export const changeReasonFields = { reason: required(words(1000)) };
