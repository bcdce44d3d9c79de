import type { Config } from "#server/config.ts";
import type { Email } from "#server/mail/email.ts";
import { penFor } from "#server/mail/pen.ts";
import { orderToAdmins } from "#server/orders/emails/to-admin.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { ChangeRow } from "#server/rentals/open-requests.ts";
import { returnDateOf } from "./quote-rental.ts";
import { describeChange } from "./request-emails.ts";

type Settings = Pick<Config, "publicUrl" | "adminEmail">;
type AskedChange = Pick<ChangeRow, "kind" | "after" | "answerUntil"> & { lacksHold?: boolean };

/** A renter's request that the back office answers: about our own car, or a car whose host has stopped hosting. */
export function changeAskedAdminEmail(settings: Settings, order: OrderRow, change: AskedChange): Email {
  const isExtension = change.kind === "extension";
  const pen = penFor("en");
  const what = isExtension
    ? `has asked to keep the car until ${returnDateOf(change)}`
    : `has asked for a change: ${describeChange(change, pen)}`;
  const until = change.lacksHold
    ? "The days aren’t held: the renter isn’t verified and hasn’t paid yet. Answer by"
    : isExtension
      ? "The days are held until"
      : "Answer by";
  return orderToAdmins(settings, order, {
    kind: isExtension ? "admin_extension_asked" : "admin_change_asked",
    subject: `Answer needed: ${order.orderNumber} asks for ${isExtension ? "more days" : "a change"}`,
    sentence: `The renter ${what}. ${until} ${pen.moment(change.answerUntil)} Pacific time; then the request expires and the renter is told.`,
  });
}

/** The email after the renter has withdrawn such a request. */
export function withdrawnAdminEmail(settings: Settings, order: OrderRow, change: AskedChange): Email {
  const isExtension = change.kind === "extension";
  return orderToAdmins(settings, order, {
    kind: isExtension ? "admin_extension_withdrawn" : "admin_change_withdrawn",
    subject: `Request withdrawn: ${order.orderNumber}`,
    sentence: isExtension
      ? `The renter no longer wants to keep the car until ${returnDateOf(change)}.`
      : `The renter no longer asks for this change: ${describeChange(change, penFor("en"))}.`,
  });
}
