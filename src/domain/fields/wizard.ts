import { pickupTime, place } from "./order.ts";
import { calendarDate, line, required } from "./rules.ts";
import { longestPhone } from "#domain/text-lengths.ts";

/** The first of the booking steps: when, where and how to reach the renter, whose name is the account's. */
export const wizardFields = {
  pickupDate: required(calendarDate),
  returnDate: required(calendarDate),
  customerPhone: required(line(longestPhone)),
  pickupLocation: place,
  pickupTime,
  returnTime: pickupTime,
};
