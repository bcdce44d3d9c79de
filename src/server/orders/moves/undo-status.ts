import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, sql } from "drizzle-orm";
import { refuseOwnOrder } from "#server/auth/own-affairs.ts";
import { audit } from "#server/db/audit.ts";
import { Refusal } from "#contract/errors.ts";
import { isActive, holdsCar, needsCar } from "#domain/orders/lifecycle.ts";
import { pick } from "#domain/pick.ts";
import { auditEvents } from "#server/db/schema/audit.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import type { Services } from "#server/services.ts";
import { followStatus, type TakenBack } from "#server/ledger/follow-status.ts";
import { hasGivenBack } from "#server/ledger/queries.ts";
import { moneySummaryOf } from "#server/ledger/money-summary.ts";
import { statusEmail } from "#server/orders/emails/to-renter.ts";
import { holdUntilReturn } from "#server/rentals/day-holds.ts";
import { refuseDoubleBooking } from "#server/rentals/held-by.ts";
import { type DroppedRequest, dropOpenRequest, reopenRequest } from "#server/orders/changes/open-request.ts";
import { announceOrder, type OrderRow, releasePromo } from "#server/orders/queries.ts";
import { holdPromoAgain, lockOrder, refuseWithoutCar } from "./set-order-status.ts";
import { endStaleOf } from "./stale-orders.ts";
import { undone } from "./undone.ts";

type Undone = { id: string; change: number; by: string };
type Former = Pick<
  OrderRow,
  "status" | "lacksHold" | "isCarOut" | "total" | "pickupDate" | "returnDate" | "carId"
> & {
  /** When the change was made. */
  at: string;
  /** Whether the email of this status went before the change took back what waited. */
  wasEmailed: boolean;
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
        .where(isStatusOf(id))
        .orderBy(desc(auditEvents.id))
        .limit(1);
      if (last?.id !== change || last.actor !== by) throw tooLate();
      const former = last.before as Former;
      if (!isSameRental(order, former)) throw tooLate();
      await refuseOwnOrder(tx, { order, by, gate: "administrator" });
      const { email } = last.after as { email?: string };
      if (!email || !(await services.outbox.withdraw(tx, email))) throw tooLate();
      // Nobody is told of a cancellation that was undone: its money must still be here.
      if (order.status === "cancelled" && (await hasGivenBack(tx, id, new Date(former.at)))) throw tooLate();
      if (needsCar(former.status)) await refuseWithoutCar(tx, order.carId);
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
      if (isActive(former.status)) {
        if (former.request) await reopenRequest(tx, id, former.request);
      } else await dropOpenRequest(services, tx, id, by);
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
      if (!former.wasEmailed) await emailAgain(services, tx, { ...order, status });
    }),
  );
}

/** A change of the rental was made for the status that it has now: undone, the status would be another rental's. */
const isSameRental = (order: OrderRow, former: Former): boolean =>
  isDeepStrictEqual(pick(order, rentalFields), pick(former, rentalFields));
const rentalFields = ["total", "pickupDate", "returnDate", "carId"] as const;

/** The email of a status that the change took back before it went. */
async function emailAgain(services: Services, tx: Db, order: OrderRow): Promise<void> {
  const [set] = await tx
    .select({ reason: auditEvents.reason })
    .from(auditEvents)
    .where(
      and(
        isStatusOf(order.id),
        sql`${auditEvents.after}->>'status' = ${order.status}`,
        sql`${auditEvents.reason} is distinct from ${undone}`,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  const summary = await moneySummaryOf(services, tx, order.id);
  await services.outbox.post(tx, [statusEmail(services.config, order, set?.reason ?? undefined, summary)]);
}

const isStatusOf = (id: string) =>
  and(eq(auditEvents.entity, "order"), eq(auditEvents.entityId, id), eq(auditEvents.action, "status"));

const tooLate = (): Refusal =>
  new Refusal(
    "undo_too_late",
    "This can't be undone anymore: the email is on its way, or the order has changed since.",
  );
