import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { hasGivenBack } from "#server/ledger/queries.ts";
import { statusEmail } from "#server/orders/emails/status.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { type FormerOrder, isSameRental } from "./former-order.ts";
import { lockOrderWithCar } from "./lock-order-with-car.ts";
import { move } from "./move.ts";
import { endStaleFor } from "./stale-orders.ts";
import { undone } from "#domain/orders/undone.ts";

type UndoRequest = { id: string; change: number; by: string };

/**
 * Takes back a status that was just set, and its email, by a second move that names the first. Throws a Refusal once
 * the email may be on its way, where the order has changed since or somebody has recorded its car given or back, and
 * where somebody else got the car meanwhile.
 */
export function undoStatus(services: Services, { id, change, by }: UndoRequest): Promise<void> {
  const { config, database, orderParts, outbox } = services;
  return withRetries(() =>
    database.transaction(async (tx) => {
      // Cars that were offered for the rest of the rental may be offered again.
      const order = await lockOrderWithCar(tx, id, ...(await orderParts.offeredCarsOf(tx, id)));
      const former = await formerStatus(tx, { id, change, by });
      if (!former || !isSameRental(order, former) || (await isCarSeenSince(tx, id, change))) throw tooLate();
      await refuseOwnOrder(tx, { order, by, gate: "admin" });
      if (!(await outbox.withdraw(tx, former.email))) throw tooLate();
      // Withdraws the host's emails that wait with the move.
      await outbox.withdrawWaiting(tx, id);
      // Nobody gets an email of an undone cancellation, so no money may have gone back.
      if (order.status === "cancelled" && (await hasGivenBack(tx, id, new Date(former.at)))) throw tooLate();
      await endStaleFor(services, tx, order, former.status);
      const reason = await reasonOf(tx, id, former.status);
      await move(services, tx, order, former.status, {
        by,
        reason: undone,
        undoes: { ...former, change },
        emails: (moved, money) => (former.wasEmailed ? [] : [statusEmail(config, moved, reason, money)]),
      });
    }),
  );
}

/** The order's state before its newest status, if that status is this change, made by this person. */
async function formerStatus(
  tx: Db,
  { id, change, by }: UndoRequest,
): Promise<(FormerOrder & { email: string }) | undefined> {
  const [last] = await tx
    .select()
    .from(auditEvents)
    .where(isStatusOf(id))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  const email = (last?.after as { email?: string } | null)?.email;
  const before = last?.before as Partial<FormerOrder> | null | undefined;
  if (last?.id !== change || last.actor !== by || !email || !before?.columns) return undefined;
  return { ...(before as FormerOrder), email };
}

/** Whether somebody has recorded the car given or back since a change: such a fact isn't taken back by an undo. */
const isCarSeenSince = async (tx: Db, id: string, change: number): Promise<boolean> =>
  (await tx.$count(
    auditEvents,
    and(
      isOf(id),
      inArray(auditEvents.action, ["car_back", "condition_record", "host_accepted"]),
      gt(auditEvents.id, change),
    ),
  )) > 0;

/** The reason why an order last got a status, as the email of that status gives it. */
async function reasonOf(tx: Db, orderId: string, status: OrderRow["status"]): Promise<string | undefined> {
  const [set] = await tx
    .select({ reason: auditEvents.reason })
    .from(auditEvents)
    .where(
      and(
        isStatusOf(orderId),
        sql`${auditEvents.after}->>'status' = ${status}`,
        sql`${auditEvents.reason} is distinct from ${undone}`,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return set?.reason ?? undefined;
}

const isOf = (id: string) => and(eq(auditEvents.entity, "order"), eq(auditEvents.entityId, id));
const isStatusOf = (id: string) => and(isOf(id), eq(auditEvents.action, "status"));

const tooLate = (): Refusal =>
  new Refusal(
    "undo_too_late",
    "This can't be undone anymore: the email is on its way, or the order has changed since.",
  );
