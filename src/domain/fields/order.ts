import { calendarDate, emailAddress, line, required, text, words } from "./rules.ts";
import { longestPersonName, longestPhone, longestPlace, longestPromo } from "#domain/text-lengths.ts";
import { isPickupTime } from "#domain/booking/pickup-times.ts";

export const pickupTime = text((typed) => (isPickupTime(typed) ? undefined : ("time" as const)));

export const customerFields = {
  customerName: required(line(longestPersonName)),
  customerEmail: required(emailAddress),
  customerPhone: line(longestPhone),
};

/** Where a car is brought. */
export const place = line(longestPlace);

export const rentalFields = {
  pickupDate: required(calendarDate),
  returnDate: required(calendarDate),
  pickupTime,
  returnTime: pickupTime,
};

/** The form on a car's page. */
export const requestFields = {
  ...rentalFields,
  ...customerFields,
  pickupLocation: required(place),
  promo: words(longestPromo),
};
