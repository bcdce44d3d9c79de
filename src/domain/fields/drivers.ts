import { emailAddress, line, required } from "./rules.ts";
import { longestPersonName } from "#domain/text-lengths.ts";

/** Somebody who may drive in addition to the renter. */
export const driverFields = {
  name: required(line(longestPersonName)),
  email: required(emailAddress),
};
