import { remind } from "#server/orders/remind.ts";
import { type Services, today } from "#server/services.ts";
import { overdueEmails } from "./emails.ts";

/**
 * The hour's job: tells renters whose car is not back on the first day after its return date and on the third,
 * once each, and administrators on the first.
 */
export const mailOverdue = (
  services: Pick<Services, "config" | "database" | "outbox" | "now">,
): Promise<void> =>
  remind<"overdue_1" | "overdue_3">(services, {
    due: `select id, case when return_date <= $1::date - 3 then 'overdue_3' else 'overdue_1' end, return_date
      from orders
      where status = 'in_progress' and return_date < $1::date and moved_in_on is distinct from $1::date
        and not exists (select from reminders where order_id = orders.id and day = return_date
          and kind = case when return_date <= $1::date - 3 then 'overdue_3' else 'overdue_1' end)`,
    day: today(services),
    emails: (order, kind) => overdueEmails(services.config, order, kind === "overdue_1" ? 1 : 3),
  });
