import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { awaitsPayment } from "#server/db/awaits-payment.ts";
import { owesFirstInstalment } from "#server/db/first-instalment.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { withRetries } from "#server/db/retries.ts";
import { eachAlone } from "#server/each-alone.ts";
import { nameOf } from "#server/error-name.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { moveOrder } from "#server/orders/moves/move-order.ts";
import type { Services } from "#server/services.ts";

const atOnce = 100;

/**
 * SQL over `orders`: the host has said yes, and nothing is to be paid first anymore. Without a provider a host's yes
 * confirms at once, so an order that waited for one is confirmed too.
 */
const isToConfirm = ({ providers }: Pick<Services, "providers">): string =>
  providers.size > 0 ? `${awaitsPayment} and not ${owesFirstInstalment}` : awaitsPayment;

/**
 * Confirms an order that its host has said yes to, once its first payment is there; leaves every other order alone.
 * The payment counts also where that fails: a job tries again.
 */
export async function confirmPaid(services: Services, orderId: string): Promise<void> {
  try {
    await confirm(services, orderId);
  } catch (error) {
    services.log.warn({ failure: nameOf(error), order: orderId }, "a paid order could not be confirmed");
  }
}

async function confirm(services: Services, orderId: string): Promise<void> {
  const isReady = async (db: Db) =>
    (await rowsIn(db)(`select id from orders where id = $1 and ${isToConfirm(services)}`, [orderId])).length >
    0;
  if (!(await isReady(services.database.db))) return;
  await withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrderWithCar(tx, orderId);
      if (!waitsForPayment(order) || !(await isReady(tx))) return;
      await moveOrder(services, tx, order, "confirm_paid");
    }),
  );
}

/**
 * The minute's job: confirms what was paid while a process ended, and what was paid, written off or set otherwise
 * than by a payment.
 */
export async function confirmPaidOrders(services: Services): Promise<void> {
  const found = await services.database.rows<{ id: string }>(
    `select id from orders where ${isToConfirm(services)} limit ${atOnce}`,
  );
  await eachAlone(services, found, { idOf: ({ id }) => id, work: ({ id }) => confirm(services, id) });
}
