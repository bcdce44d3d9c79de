import { eq } from "drizzle-orm";
import { unpaidBooking } from "#domain/orders/wizard.ts";
import { paymentNotices } from "#server/db/schema/money/payments.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { unpaidEmail } from "#server/orders/emails/unpaid.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { isUnpaidBooking } from "./unpaid-booking.ts";

const hour = 3_600_000;
const atOnce = 100;
const { endsAfterHours, warnBeforeHours } = unpaidBooking;

/**
 * The hour's job: such a booking is told of a day before it ends, and ends 72 hours after it was made, never
 * within a day of being told.
 */
export async function endUnpaidBookings(services: Services): Promise<void> {
  await warnBeforeEnd(services);
  const { database, now } = services;
  const madeBefore = new Date(now() - endsAfterHours * hour).toISOString();
  const warnedBefore = new Date(now() - warnBeforeHours * hour).toISOString();
  const over = `${isUnpaidBooking} and created_at <= $1::timestamptz and exists (select from payment_notices
    join instalments on instalments.id = instalment_id
    where order_id = orders.id and kind = 'booking_unpaid' and at <= $2::timestamptz)`;
  const found = await database.rows<{ id: string }>(`select id from orders where ${over} limit ${atOnce}`, [
    madeBefore,
    warnedBefore,
  ]);
  for (const { id } of found)
    await database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, id);
      const still = await rowsIn(tx)(`select id from orders where id = $3 and ${over}`, [
        madeBefore,
        warnedBefore,
        id,
      ]);
      if (!still.length) return;
      const settlement = await settlementOf(services, tx, order);
      await moveOrder(services, tx, order, "end_unpaid", { lost: { settlement } });
    });
}

async function warnBeforeEnd(services: Services): Promise<void> {
  const { database, now } = services;
  const madeBefore = new Date(now() - (endsAfterHours - warnBeforeHours) * hour).toISOString();
  await database.transaction(async (tx) => {
    const found = await rowsIn(tx)<{ id: string; instalmentId: string }>(
      `select orders.id, instalments.id as "instalmentId" from orders
       join instalments on order_id = orders.id and number = 1 and dropped_at is null
       where ${isUnpaidBooking} and orders.created_at <= $1::timestamptz
         and not exists (select from payment_notices where instalment_id = instalments.id and kind = 'booking_unpaid')
       limit ${atOnce}`,
      [madeBefore],
    );
    for (const { id, instalmentId } of found) await emailRenter(services, tx, id, instalmentId);
  });
}

async function emailRenter(
  { config, outbox, now }: Services,
  tx: Db,
  orderId: string,
  instalmentId: string,
): Promise<void> {
  const at = new Date(now());
  const written = await tx
    .insert(paymentNotices)
    .values({ instalmentId, kind: "booking_unpaid", at })
    .onConflictDoNothing()
    .returning();
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!written.length || !order) return;
  const endsAt = Math.max(order.createdAt.getTime() + endsAfterHours * hour, now() + warnBeforeHours * hour);
  await outbox.post(tx, [unpaidEmail(config, order, { endsAt })]);
}
