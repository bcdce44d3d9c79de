import { longestPersonName } from "#domain/text-lengths.ts";
import { countries, usStates } from "#domain/papers/regions.ts";
import { calendarDate, line, oneOf, required } from "./rules.ts";

/** The data of a driver licence, typed by its holder. Only a licence of the United States needs a state. */
export const licenceFields = {
  name: required(line(longestPersonName)),
  number: required(line(40)),
  country: required(oneOf(countries)),
  state: oneOf(usStates),
  birthDate: required(calendarDate),
  issueDate: required(calendarDate),
  expiryDate: required(calendarDate),
  firstIssueDate: calendarDate,
};

/** What a proof of liability insurance says. */
export const insuranceFields = {
  insurer: required(line(120)),
  policyNumber: required(line(60)),
  validFrom: required(calendarDate),
  validUntil: required(calendarDate),
};
