import { addDays } from "#domain/dates.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { addInstalments } from "#server/ledger/instalments.ts";
import { recordPayment } from "#server/payments/record-payment.ts";
import { instalments } from "#server/db/schema/money/payments.ts";
import { today } from "#server/services.ts";
import { eq } from "drizzle-orm";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { makeOrder, orderRow } from "./condition.ts";

type WantedChange = NonNullable<Parameters<typeof makeOrder>[2]> & { months?: number; inDays?: number };

/** An unpaid rental of this many months, with its instalments in the ledger as the product writes them. */
export async function makeRental(
  test: TestApp,
  accountId: string,
  { months = 2, inDays = -10, ...wanted }: WantedChange = {},
): Promise<string> {
  const pickupDate = addDays(today(test.services), inDays);
  const rental = { pickupDate, returnDate: returnDateFor(pickupDate, months) };
  const price = carPrice(75_000, rental);
  const id = await makeOrder(test, accountId, {
    status: inDays < 0 ? "in_progress" : "confirmed",
    insurance: null,
    ...rental,
    ...price,
    ...wanted,
  });
  const { services } = test;
  await services.database.db.delete(instalments).where(eq(instalments.orderId, id));
  const order = await orderRow(test, id);
  await services.database.transaction((tx) => addInstalments(services, tx, order, "test"));
  return id;
}

export const pay = (test: TestApp, orderId: string, amount: number, by: string): Promise<void> =>
  recordPayment(test.services, {
    id: crypto.randomUUID(),
    orderId,
    amount,
    method: "cash",
    reference: "",
    paidOn: today(test.services),
    by,
  });

/**
 * Records a payment of an order by an administrator's call: a transfer, dated so that its day has come in every time
 * zone.
 */
export const recordTransfer = ({ app, services }: TestApp, by: Person, orderId: string, amount: string) =>
  app.inject({
    method: "POST",
    url: `/api/admin/orders/${orderId}/payments`,
    headers: by.authorization,
    payload: {
      id: crypto.randomUUID(),
      amount,
      method: "transfer",
      reference: "W-17",
      paidOn: new Date(services.now() - 36 * 3_600_000).toISOString().slice(0, 10),
    },
  });
