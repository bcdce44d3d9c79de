import { eq } from "drizzle-orm";
import type { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import type { Cents } from "#domain/money.ts";
import { charges } from "#server/db/schema/money/charges.ts";
import type { Db } from "#server/db/open-database.ts";
import { orders } from "#server/db/schema/orders.ts";
import { announce } from "#server/events/announce.ts";
import { addInstalment, lockMoneyOf } from "#server/ledger/instalments.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { recountRefunds } from "#server/ledger/refunds.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { carOfStretch } from "./charged-car.ts";
import type { ChargeRow } from "./queries.ts";
import { taxesOfCharge } from "./taxes.ts";

export const chargeNotFound = (): Refusal => notFound("charge_not_found");

export type LockedCharge = { charge: ChargeRow; order: OrderRow };

/** A charge with its order, both locked: the order's row first, as in every change of its money. */
export async function lockCharge(tx: Db, id: string): Promise<LockedCharge> {
  const find = () => tx.select().from(charges).where(eq(charges.id, id));
  const [seen] = await find();
  if (!seen) throw chargeNotFound();
  await lockMoneyOf(tx, seen.orderId);
  const [charge] = await find();
  const [order] = await tx.select().from(orders).where(eq(orders.id, seen.orderId));
  if (!charge || !order) throw chargeNotFound();
  return { charge, order };
}

export async function change(tx: Db, id: string, set: Partial<ChargeRow>): Promise<ChargeRow> {
  const [changed] = await tx.update(charges).set(set).where(eq(charges.id, id)).returning();
  if (!changed) throw chargeNotFound();
  return changed;
}

/**
 * Makes the owed amount of a charge, with its taxes, fall due today, and enters it in the ledger. Returns whether
 * a pending refund pays all of it.
 */
export async function owe(
  clock: Pick<Services, "now">,
  tx: Db,
  charge: ChargeRow,
  { order, owed, actor }: { order: OrderRow; owed: Cents; actor: string },
): Promise<boolean> {
  if (owed === 0) return false;
  const { id, orderId, category } = charge;
  await addInstalment(clock, tx, orderId, {
    lines: [{ kind: category, amount: owed }, ...taxesOfCharge(order, charge, owed)],
    actor,
    chargeId: id,
  });
  await recountRefunds(clock, tx, orderId, { actor });
  const added = (await standingInstalments(tx, orderId)).find(({ chargeId }) => chargeId === id);
  return added !== undefined && added.paid >= added.amount;
}

/**
 * Refreshes the pages of the renter, of the car's host and of all administrators; if something is owed, also those
 * of administrators who manage payments.
 */
export async function announceCharge(tx: Db, { charge, order }: LockedCharge): Promise<void> {
  const { hostId } = await carOfStretch(tx, order, charge.stretch);
  await announce(
    tx,
    { kind: "charge", orderId: order.id, to: [order.accountId, hostId], admins: "administrator" },
    ...(charge.owed
      ? [
          {
            kind: "payment" as const,
            orderId: order.id,
            to: [order.accountId],
            admins: "manage_payments" as const,
          },
        ]
      : []),
  );
}
