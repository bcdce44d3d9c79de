import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { asksForPrice } from "#domain/orders/paid-first.ts";
import { isNotHandedOver } from "#domain/orders/lifecycle.ts";
import { mayChargeAgain } from "#domain/payments/charging-again.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import { savedMethods } from "#server/db/schema/money/providers.ts";
import { mayChargeByItself } from "#server/ledger/chargebacks.ts";
import type { OrderRow } from "#server/ledger/instalments.ts";
import { loadOrder, lockOrder } from "#server/ledger/order-queries.ts";
import { type InstalmentRow, type PaymentRow, standingInstalments } from "#server/ledger/queries.ts";
import { type Services, today } from "#server/services.ts";
import { nameOf } from "#server/error-name.ts";
import { chargeAttempt, endOpenPage, insertAttempt } from "./charge-due.ts";

type ChargeAgainRequest = { orderId: string; instalmentId: string; by: string };

/**
 * Charges a saved method once more for an instalment whose attempts have all failed: by hand, with a record of who
 * asked. Throws a Refusal if a charge of it has succeeded or is under way, or an automatic attempt is still to come.
 */
export async function chargeAgain(
  services: Services,
  { orderId, instalmentId, by }: ChargeAgainRequest,
): Promise<void> {
  const order = await loadOrder(services.database.db, orderId);
  // This is checked before the renter's open page is ended.
  if ((await chargeableAgain(services, services.database.db, order)).every(({ id }) => id !== instalmentId))
    throw notPossible();
  await endOpenPage(services, orderId);
  const { payment, orderNumber } = await services.database.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    await refuseOwnOrder(tx, { order: locked, by, gate: "manage_payments" });
    const found = (await chargeableAgain(services, tx, locked)).find(({ id }) => id === instalmentId);
    if (!found) throw notPossible();
    const attempt = (found.attempted ?? 0) + 1;
    const written = await insertAttempt(services, tx, { orderId, instalmentId, attempt, recordedBy: by });
    if (!written) throw notPossible();
    await audit(tx, {
      actor: by,
      entity: "order",
      entityId: orderId,
      action: "charged_again",
      after: { amount: wireMoney(written.amount), method: written.method },
    });
    return { payment: written, orderNumber: locked.orderNumber };
  });
  await ask(services, payment, orderNumber);
}

async function ask(services: Services, payment: PaymentRow, orderNumber: string): Promise<void> {
  const provider = payment.mode === "built_in" ? undefined : services.providers.get(payment.mode);
  if (!provider) return;
  try {
    await chargeAttempt(services, provider, payment, orderNumber);
  } catch (error) {
    // The attempt is saved: it is looked up later, and made again with its own key.
    services.log.warn(
      { failure: nameOf(error), order: payment.orderId },
      "a saved method could not be charged",
    );
  }
}

/** The instalments of an order that may be charged once more by hand now, each with its rest. */
export async function chargeableAgain(
  services: Pick<Services, "providers" | "now">,
  db: Db,
  order: OrderRow,
): Promise<(Pick<InstalmentRow, "id" | "attempted" | "dueOn"> & { left: Cents })[]> {
  const on = today(services);
  const [saved] = await db.select().from(savedMethods).where(eq(savedMethods.orderId, order.id));
  if (!saved || !services.providers.has(saved.mode)) return [];
  // A renter without a car, or with the choice of a car, is not charged.
  if (order.replacing || isNotHandedOver(order, on)) return [];
  // After a chargeback a renter pays by themselves: nothing is charged.
  if (!(await mayChargeByItself(db, order.id))) return [];
  const charges = await db
    .select({ instalmentId: payments.instalmentId, status: payments.status })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        isNotNull(payments.attempt),
        inArray(payments.status, ["begun", "succeeded"]),
      ),
    );
  if (charges.some(({ status }) => status === "begun")) return [];
  const charged = new Set(charges.map(({ instalmentId }) => instalmentId));
  return (await standingInstalments(db, order.id))
    .filter((row) => asksForPrice(order) || row.chargeId !== null)
    .filter((row) => mayChargeAgain({ ...row, isCharged: charged.has(row.id) }, on))
    .map(({ id, attempted, dueOn, amount, paid }) => ({ id, attempted, dueOn, left: amount - paid }));
}

const notPossible = (): Refusal =>
  new Refusal("charge_again_not_possible", "This can't be charged again: it is paid, or being charged.");
