import { calendarDate, line, required, text } from "./rules.ts";
import { longestBlockNote } from "#domain/text-lengths.ts";

/** Days on which a host keeps a car for themselves. The form knows which cars there are. */
export const hostBlockFields = {
  car: required(text<never>(() => undefined)),
  from: required(calendarDate),
  until: required(calendarDate),
  note: line(longestBlockNote),
};

/** Days on which a rental had no usable car; one day if the last day is left out. */
export const repairFields = { from: required(calendarDate), until: calendarDate };

/** A calendar of another service, by the name that its host gives it. */
export const carFeedFields = { label: required(line(60)), url: required(line(2000)) };
