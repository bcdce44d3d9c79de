import { and, eq, isNull } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import type { PayoutFlagKind } from "#domain/payouts/payouts.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { refuseOwnAffair, refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { payoutFlags, payoutHolds, payouts } from "#server/db/schema/money/payouts.ts";
import { orders } from "#server/db/schema/orders.ts";
import { orderNotFound } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { payoutHoldEmail } from "./emails.ts";
import { findHostReader } from "#server/mail/host-reader.ts";
import { lockHost } from "./queries.ts";
import { supersede } from "./supersede.ts";

type Hold = { hostId: string; reason: string | null; by: string };

/**
 * Holds a host's payouts with a reason that the host reads, or lets them go on. A payout that nobody has begun to
 * send is made again once they go on; one that is under way isn't called back. Said again with the same reason, it
 * changes nothing.
 */
export const setHold = (services: Services, { hostId, reason, by }: Hold): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      if (!(await findAccount(tx, hostId))) throw notFound("account_not_found");
      await lockHost(tx, hostId);
      await refuseOwn(tx, hostId, by);
      const [before] = await tx.select().from(payoutHolds).where(eq(payoutHolds.hostId, hostId));
      if ((before?.reason ?? null) === reason) return;
      if (reason === null) await tx.delete(payoutHolds).where(eq(payoutHolds.hostId, hostId));
      else {
        const held = { reason, heldBy: by, heldAt: new Date(services.now()) };
        await tx
          .insert(payoutHolds)
          .values({ hostId, ...held })
          .onConflictDoUpdate({ target: payoutHolds.hostId, set: held });
        await supersede(services, tx, "held", [eq(payouts.hostId, hostId)]);
      }
      await audit(tx, {
        actor: by,
        entity: "user",
        entityId: hostId,
        action: reason === null ? "payouts_released" : "payouts_held",
        reason,
      });
      const reader = await findHostReader(tx, { hostId });
      if (reader) await services.outbox.post(tx, [payoutHoldEmail(services.config, reader, reason)]);
    }),
  );

type FlagClearance = { orderId: string; kind: PayoutFlagKind; reason: string; by: string };

/** Records that a sign of fraud was looked at and holds nothing back. Throws a Refusal if there is none. */
export const clearFlag = (services: Services, { orderId, kind, reason, by }: FlagClearance): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const isIt = and(eq(payoutFlags.orderId, orderId), eq(payoutFlags.kind, kind));
      const [seen] = await tx.select().from(payoutFlags).where(isIt);
      if (!seen) throw new Refusal("not_found", "There is nothing to look at for this order.");
      await lockHost(tx, seen.hostId);
      const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
      if (!order) throw orderNotFound();
      await refuseOwnOrder(tx, { order: { ...order, hostId: seen.hostId }, by, gate: "manage_payments" });
      const cleared = await tx
        .update(payoutFlags)
        .set({ clearedBy: by, clearedAt: new Date(services.now()), reason })
        .where(and(isIt, isNull(payoutFlags.clearedAt)))
        .returning({ orderId: payoutFlags.orderId });
      if (cleared.length > 0)
        await audit(tx, {
          actor: by,
          entity: "order",
          entityId: orderId,
          action: "payout_flag_cleared",
          after: { kind },
          reason,
        });
    }),
  );

const refuseOwn = (tx: Db, hostId: string, by: string): Promise<boolean> =>
  refuseOwnAffair(tx, {
    by,
    gate: "manage_payments",
    renter: { accountId: hostId },
    of: { entity: "user", entityId: hostId },
  });
