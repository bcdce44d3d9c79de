import { emailAddress, line, required } from "./rules.ts";
import { longestPerson } from "#domain/text-lengths.ts";

/** Somebody who may drive beside the renter. */
export const driverFields = {
  name: required(line(longestPerson)),
  email: required(emailAddress),
};
