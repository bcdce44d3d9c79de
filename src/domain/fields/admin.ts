import { calendarDate, required, words } from "./rules.ts";
import { longestBlockNote, longestReason } from "#domain/text-lengths.ts";

/** The most characters of a reason that another person has to be able to act on, and of a note on an order. */
export const longestExplanation = 1000;
export const longestNote = 2000;

/** Days on which a car is kept from being rented, and why. */
export const blockFields = {
  from: required(calendarDate),
  until: required(calendarDate),
  reason: required(words(longestBlockNote)),
};

/** Why a person is suspended; that person reads it. */
export const reasonFields = { reason: required(words(longestReason)) };
export const optionalReasonFields = { reason: words(longestReason) };

/** Why a change of a rental is declined, or another car offered: its renter reads it. */
export const changeReasonFields = { reason: required(words(longestExplanation)) };
