import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";

/** A value of a change that waits, as people read it. A paper's value is its last day. */
export const waitingValue = (value: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(value) ? showDate(value) : value || m.admin_car_empty_value();
