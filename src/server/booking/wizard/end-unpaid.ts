import { eq } from "drizzle-orm";
import { unpaidAfterAcceptance, unpaidBooking } from "#domain/booking/wizard.ts";
import { paymentNotices } from "#server/db/schema/money/payments.ts";
import { hour } from "#domain/durations.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import { eachAlone } from "#server/each-alone.ts";
import { settlementOf } from "#server/ledger/cancellation.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { unpaidEmail } from "#server/orders/emails/unpaid.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { isFirstInstalment } from "#server/db/first-instalment.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { tellsHowToPay } from "#server/provider-settings.ts";
import { endsAt, inFull, isAccepted, isUnpaid } from "./pay-until.ts";

const atOnce = 100;
const { warnBeforeHours } = unpaidBooking;

/** SQL: how long before an unpaid booking ends its renter is warned. */
const warnBefore = ({ providers }: Pick<Services, "providers">): string =>
  providers.size > 0
    ? `(case when ${isAccepted} then interval '${unpaidAfterAcceptance.warnBeforeHours} hours' else interval '${warnBeforeHours} hours' end)`
    : `interval '${warnBeforeHours} hours'`;

/**
 * The hourly job, for installations that tell renters how to pay: warns the renter before an unpaid booking ends,
 * and ends the booking when its time is over. A booking with the full time never ends within a day of the warning.
 */
export async function endUnpaidBookings(services: Services): Promise<void> {
  if (!tellsHowToPay(services.config)) return;
  await warnBeforeEnd(services);
  const { database, now } = services;
  const at = new Date(now()).toISOString();
  const warnedBefore = new Date(now() - warnBeforeHours * hour).toISOString();
  const over = `${isUnpaid(services)} and ${endsAt(services)} <= $1::timestamptz and exists (select from payment_notices
    join instalments on instalments.id = instalment_id
    where order_id = orders.id and kind = 'booking_unpaid' and (at <= $2::timestamptz or ${endsAt(services)} < ${inFull}))`;
  const found = await database.rows<{ id: string }>(`select id from orders where ${over} limit ${atOnce}`, [
    at,
    warnedBefore,
  ]);
  await eachAlone(services, found, {
    idOf: ({ id }) => id,
    work: ({ id }) =>
      database.transaction(async (tx) => {
        const order = await lockOrderWithCar(tx, id);
        const still = await rowsIn(tx)(`select id from orders where id = $3 and ${over}`, [
          at,
          warnedBefore,
          id,
        ]);
        if (!still.length) return;
        const settlement = await settlementOf(services, tx, order);
        await moveOrder(services, tx, order, "end_unpaid", { lost: { settlement } });
      }),
  });
}

async function warnBeforeEnd(services: Services): Promise<void> {
  const { database, now } = services;
  const at = new Date(now()).toISOString();
  await database.transaction(async (tx) => {
    const found = await rowsIn(tx)<EndingOrder>(
      `select orders.id, instalments.id as "instalmentId", (extract(epoch from ${endsAt(services)}) * 1000)::float8 as "endsAt",
         ${endsAt(services)} < ${inFull} as "isShort"
       from orders join instalments on order_id = orders.id and ${isFirstInstalment()}
       where ${isUnpaid(services)} and ${endsAt(services)} - ${warnBefore(services)} <= $1::timestamptz
         and not exists (select from payment_notices where instalment_id = instalments.id and kind = 'booking_unpaid')
       limit ${atOnce}`,
      [at],
    );
    for (const due of found) await emailRenter(services, tx, due);
  });
}

type EndingOrder = { id: string; instalmentId: string; endsAt: number; isShort: boolean };

async function emailRenter(
  { config, outbox, now }: Services,
  tx: Db,
  { id: orderId, instalmentId, endsAt: end, isShort }: EndingOrder,
): Promise<void> {
  const at = new Date(now());
  const written = await tx
    .insert(paymentNotices)
    .values({ instalmentId, kind: "booking_unpaid", at })
    .onConflictDoNothing()
    .returning();
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!written.length || !order) return;
  const announced = isShort ? end : Math.max(end, now() + warnBeforeHours * hour);
  const first = (await standingInstalments(tx, orderId)).filter(({ id }) => id === instalmentId);
  await outbox.post(tx, [unpaidEmail(config, order, { endsAt: announced, left: leftToPay(first) })]);
}
