import { emailAddress, line, oneOf, required } from "./rules.ts";
import { longestPhone } from "#domain/text-lengths.ts";
import { liabilityOptions } from "#domain/pricing/insurance.ts";
import { pickupTime, place } from "./order.ts";

/** The driver. The two names, with a space between them, become the one name of the order. */
export const driverFields = {
  firstName: required(line(60)),
  lastName: required(line(59)),
  email: required(emailAddress),
  mobile: line(longestPhone),
  pickupLocation: place,
  pickupTime,
};

/** The page before the checkout. Age and experience are confirmed with a tick. */
export const informationFields = {
  ...driverFields,
  insurance: required(oneOf(liabilityOptions)),
  age: required(oneOf(["yes"])),
  experience: required(oneOf(["yes"])),
};
