import { and, eq, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { hasBegun } from "#domain/orders/lifecycle.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { repairDays } from "#server/db/schema/repair-days.ts";
import { savedMethodOf } from "#server/ledger/order-money.ts";
import { releaseUnlessDeclined } from "#server/ledger/refunds.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import type { Services } from "#server/services.ts";
import { applyRepairs, type RecordedRepairs, recordedRepairs } from "./apply-repairs.ts";
import { repairTakenBackEmail } from "./emails.ts";

type TakenBack = { orderId: string; repairId: string; reason: string; by: string };

/**
 * Takes back wrongly recorded repair days: the price is again the price without them, their refund stays with us
 * unless it has left, and the renter gets an email. Throws a Refusal, also for days that are already taken back.
 */
export const takeBackRepair = (services: Services, asked: TakenBack): Promise<RecordedRepairs> =>
  withRetries(() => services.database.transaction((tx) => takeBack(services, tx, asked)));

/** Whether repair days with this id were taken back: sending them again, late, must not restore them. */
export async function wasTakenBack(tx: Db, orderId: string, repairId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.entity, "order"),
        eq(auditEvents.entityId, orderId),
        eq(auditEvents.action, "repair_days_taken_back"),
        sql`${auditEvents.after} ->> 'repairId' = ${repairId}`,
      ),
    )
    .limit(1);
  return found !== undefined;
}

async function takeBack(
  services: Services,
  tx: Db,
  { orderId, repairId, reason, by }: TakenBack,
): Promise<RecordedRepairs> {
  const order = await lockOrderWithCar(tx, orderId);
  await refuseOwnOrder(tx, { order, by, gate: "admin" });
  const ofOrder = and(eq(repairDays.id, repairId), eq(repairDays.orderId, orderId));
  const [known] = await tx.select().from(repairDays).where(ofOrder);
  if (!known) throw notFound("repair_days_not_found");
  if (!hasBegun(order.status))
    throw new Refusal("record_not_possible", "Days in repair of a canceled rental stay as they are.");
  await tx.delete(repairDays).where(ofOrder);
  const days = { from: known.firstDate, until: known.lastDate };
  const changed = await applyRepairs(services, tx, order, {
    by,
    action: "repair_days_taken_back",
    repairId,
    days,
    reason,
    decidedBy: by,
    // Another record's refund still waits for its decision.
    keepsWaiting: true,
  });
  // A refund that waited only because of these days no longer waits.
  await releaseUnlessDeclined(tx, orderId);
  const saved = await savedMethodOf(tx, orderId);
  const chargedTo = saved && services.providers.has(saved.mode) ? saved.label : undefined;
  const email = repairTakenBackEmail(services.config, changed, { ...days, reason, chargedTo });
  await services.outbox.post(tx, [email]);
  return recordedRepairs(tx, changed);
}
