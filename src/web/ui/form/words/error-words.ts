import { m } from "#web/paraglide/messages.js";

/** The words for errors that any form can have, unless a form has its own. */
const commonWords: Readonly<Record<string, () => string>> = {
  missing: m.checkout_error_missing,
  email: m.order_error_email,
  date: m.order_error_date,
  time_past: m.order_error_time_past,
  day_over: m.order_error_day_over,
};

/** A form's own words first: by field and code, as in `{ email: { missing: m.… } }`. */
export function errorWords(
  own: { [name in string]?: { [code in string]?: () => string } },
  name: string,
  code: string,
): string {
  return (own[name]?.[code] ?? commonWords[code] ?? m.order_error_refused)();
}
