import { emailAddress, line, required } from "./rules.ts";

/** Somebody who may drive beside the renter. */
export const driverFields = {
  name: required(line(120)),
  email: required(emailAddress),
};
