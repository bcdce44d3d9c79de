import { m } from "#web/paraglide/messages.js";
import { refusalOf } from "#web/ui/form/form-rules.ts";

/** Why no new link to an order is on its way. */
export const orderLinkFailureWords = (error: unknown): string =>
  refusalOf(error)?.code === "too_many_requests" ? m.find_order_too_many() : m.find_order_failed();
