import { addDays } from "#domain/dates.ts";
import { activeStatuses } from "#domain/orders/lifecycle.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import { type Services, today } from "#server/services.ts";
import { reminderEmail } from "#server/orders/emails/reminders.ts";
import { hostAddressOf } from "#server/rentals/host-address.ts";
import { missingForHandover } from "./missing.ts";
import { remind } from "#server/orders/remind.ts";

/**
 * The hour's job: reminds renters, once, the day before their pickup and their return. A renter with an
 * unconfirmed address gets no email, and nobody gets one on the day on which their rental was moved in.
 */
export const remindRenters = (
  services: Pick<Services, "config" | "database" | "outbox" | "now">,
): Promise<void> =>
  remind<"pickup" | "return">(services, {
    due: `select id, case status when 'confirmed' then 'pickup' else 'return' end, $1::date from orders
      where ${isOneOf("status", activeStatuses)}
        and (pickup_date = $1::date or return_date = $1::date)
        and case status when 'confirmed' then pickup_date else return_date end = $1::date
        and email_confirmed_at is not null and not replacing and moved_in_on is distinct from $1::date - 1
        and not exists (select from reminders where order_id = orders.id and day = $1::date and kind in ('pickup', 'return'))`,
    day: addDays(today(services), 1),
    emails: async (order, kind, tx) => {
      if (kind === "return") return [reminderEmail(services.config, order, kind)];
      const missing = await missingForHandover(services, tx, order);
      const hostAddress = await hostAddressOf(tx, order, services.now());
      return [reminderEmail(services.config, order, kind, { missing, hostAddress })];
    },
  });
