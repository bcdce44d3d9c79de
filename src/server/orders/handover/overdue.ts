import { inArray } from "drizzle-orm";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { orders } from "#server/db/schema/orders.ts";
import { type Services, today } from "#server/services.ts";
import { overdueEmails } from "./emails.ts";

const most = 100;
/** Nobody is woken: the time in Los Angeles from which it is told. */
const earliest = "09:00";

/**
 * The hour's job: tells renters whose car is not back on the first day after its return date and on the third,
 * once each, and administrators on the first.
 */
export async function mailOverdue(
  services: Pick<Services, "config" | "database" | "outbox" | "now">,
): Promise<void> {
  const on = today(services);
  if (services.now() < instantInLosAngeles(on, earliest)) return;
  await services.database.transaction(async (tx) => {
    const written = await rowsIn(tx)<{ orderId: string; kind: "overdue_1" | "overdue_3" }>(
      `insert into reminders (order_id, kind, day)
       select id, case when return_date <= $1::date - 3 then 'overdue_3' else 'overdue_1' end, return_date from orders
       where status = 'in_progress' and return_date < $1::date
         and not exists (select from reminders where order_id = orders.id and day = return_date
           and kind = case when return_date <= $1::date - 3 then 'overdue_3' else 'overdue_1' end)
       limit ${most}
       on conflict do nothing returning order_id as "orderId", kind`,
      [on],
    );
    if (written.length === 0) return;
    const ids = written.map(({ orderId }) => orderId);
    const found = await tx.select().from(orders).where(inArray(orders.id, ids));
    await services.outbox.post(
      tx,
      written.flatMap(({ orderId, kind }) => {
        const order = found.find(({ id }) => id === orderId);
        return order ? overdueEmails(services.config, order, kind === "overdue_1" ? 1 : 3) : [];
      }),
    );
  });
}
