import { inArray } from "drizzle-orm";
import { addDays } from "#domain/dates.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { orders } from "#server/db/schema/orders.ts";
import { type Services, today } from "#server/services.ts";
import { reminderEmail } from "./emails/to-renter.ts";

const most = 100;
/** Nobody is woken: the time in Los Angeles from which reminders are sent. */
const earliest = "09:00";

/**
 * The hour's job: reminds renters, once, the day before their pickup and their return. Whose address is not
 * proved hears nothing.
 */
export async function remindRenters(
  services: Pick<Services, "config" | "database" | "outbox" | "now">,
): Promise<void> {
  if (services.now() < instantInLosAngeles(today(services), earliest)) return;
  const tomorrow = addDays(today(services), 1);
  await services.database.transaction(async (tx) => {
    const written = await rowsIn(tx)<{ orderId: string; kind: "pickup" | "return" }>(
      `insert into reminders (order_id, kind, day)
       select id, case status when 'confirmed' then 'pickup' else 'return' end, $1::date from orders
       where (status = 'confirmed' and pickup_date = $1::date or status = 'in_progress' and return_date = $1::date)
         and proved_at is not null
         and not exists (select from reminders where order_id = orders.id and day = $1::date)
       limit ${most}
       on conflict do nothing returning order_id as "orderId", kind`,
      [tomorrow],
    );
    if (written.length === 0) return;
    const ids = written.map(({ orderId }) => orderId);
    const found = await tx.select().from(orders).where(inArray(orders.id, ids));
    await services.outbox.post(
      tx,
      written.flatMap(({ orderId, kind }) => {
        const order = found.find(({ id }) => id === orderId);
        return order ? [reminderEmail(services.config, order, kind)] : [];
      }),
    );
  });
}
