import { and, desc, eq } from "drizzle-orm";
import { audit } from "#server/db/audit.ts";
import { Refusal } from "#contract/errors.ts";
import { holdsCar, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import { withRetries } from "#server/db/retries.ts";
import type { Services } from "#server/services.ts";
import { followStatus, type TakenBack } from "#server/ledger/follow-status.ts";
import { hasGivenBack } from "#server/ledger/queries.ts";
import { holdUntilReturn } from "#server/rentals/day-holds.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import { type DroppedRequest, reopenRequest } from "#server/orders/changes/open-request.ts";
import { announceOrder, releasePromo } from "#server/orders/queries.ts";
import { holdPromoAgain, lockOrder } from "./set-order-status.ts";
import { endStaleOf } from "./stale-orders.ts";

type Undone = { id: string; change: number; by: string };
type Former = {
  status: OrderStatus;
  lacksHold: boolean;
  isCarOut: boolean;
  request?: DroppedRequest;
  money: TakenBack;
} & Record<
  "expiresAt" | "holdEndsAt" | "adminWarnedAt" | "tripStartedAt" | "tripCompletedAt" | "carBackAt",
  string | null
>;

/**
 * Puts back the status before one that was just set, and takes back its email, in one transaction. Throws a
 * Refusal once the email may be on its way, where the order has changed since, and where somebody else got
 * the car meanwhile.
 */
export function undoStatus(services: Services, { id, change, by }: Undone): Promise<void> {
  return withRetries(() =>
    services.database.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      const [last] = await tx
        .select()
        .from(auditEvents)
        .where(
          and(
            eq(auditEvents.entity, "order"),
            eq(auditEvents.entityId, id),
            eq(auditEvents.action, "status"),
          ),
        )
        .orderBy(desc(auditEvents.id))
        .limit(1);
      if (last?.id !== change || last.actor !== by) throw tooLate();
      const former = last.before as Former;
      const { email } = last.after as { email?: string };
      if (!email || !(await services.outbox.withdraw(tx, email))) throw tooLate();
      // Nobody is told of a cancellation that was undone: its money must still be here.
      if (order.status === "cancelled" && (await hasGivenBack(tx, id))) throw tooLate();
      if (order.carId && holdsCar(former.status) && !former.lacksHold && !order.holdsCar) {
        await endStaleOf(services, tx, order.carId);
        await refuseDoubleBooking(tx, order);
      }
      const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
      await tx
        .update(orders)
        .set({
          status: former.status,
          lacksHold: former.lacksHold,
          expiresAt: instant(former.expiresAt),
          holdEndsAt: instant(former.holdEndsAt),
          adminWarnedAt: instant(former.adminWarnedAt),
          tripStartedAt: instant(former.tripStartedAt),
          tripCompletedAt: instant(former.tripCompletedAt),
          isCarOut: former.isCarOut,
          carBackAt: instant(former.carBackAt),
        })
        .where(eq(orders.id, id));
      if (former.isCarOut) await holdUntilReturn(tx, order);
      if (former.request) await reopenRequest(tx, id, former.request);
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: id,
        action: "status",
        before: { status: order.status },
        after: { status: former.status },
        reason: undone,
      });
      await announceOrder(tx, order);
      if (former.status === "cancelled") await releasePromo(tx, id);
      else if (order.status === "cancelled") await holdPromoAgain(tx, order);
      const { status, money } = former;
      await followStatus(
        services,
        tx,
        { ...order, status },
        { from: order.status, actor: by, undone: money },
      );
    }),
  );
}

/** What the history says of it. */
const undone = "undone before the email was sent";

const tooLate = (): Refusal =>
  new Refusal(
    "undo_too_late",
    "This can't be undone anymore: the email is on its way, or the order has changed since.",
  );
