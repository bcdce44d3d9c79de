import type { MoveEmail } from "#domain/orders/moves.ts";
import type { Config } from "#server/config.ts";
import type { Email } from "#server/mail/email.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import { cancelledAdminEmail } from "./to-admin.ts";
import { acceptedEmail } from "./accepted.ts";
import { datesGoneEmail, declinedEmail, expiredEmail } from "./ended.ts";
import { cancelledEmail } from "./status.ts";
import type { OrderEmailFacts, Settings } from "./order-to-renter.ts";
import { endedUnpaidEmail } from "./unpaid.ts";

/** The emails that follow a move of the lifecycle, by their kind. */
export const moveEmails: Record<
  MoveEmail,
  (settings: Settings & Pick<Config, "adminEmail">, order: OrderRow, lost: OrderEmailFacts) => Email
> = {
  order_confirmed: acceptedEmail,
  order_declined: declinedEmail,
  order_cancelled: cancelledEmail,
  admin_order_cancelled: cancelledAdminEmail,
  order_expired: expiredEmail,
  order_dates_gone: datesGoneEmail,
  booking_ended_unpaid: endedUnpaidEmail,
};
