import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import type { DenialDecision } from "#domain/payouts/pickup-denials.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import { withRetries } from "#server/db/retries.ts";
import { pickupDenials } from "#server/db/schema/money/pickup-denials.ts";
import { announce } from "#server/events/announce.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import { findHostReader } from "#server/mail/host-reader.ts";
import { lockHost } from "#server/payouts/queries.ts";
import type { Services } from "#server/services.ts";
import { denialDecidedEmails } from "./emails.ts";

type DecisionOnDenial = { id: string; decision: DenialDecision; reason: string; by: string };

/**
 * Decides a renter's denial of a pickup, and informs both sides. A later, different decision replaces it; the same
 * decision again changes nothing. Throws a Refusal.
 */
export const decideDenial = (
  services: Services,
  { id, decision, reason, by }: DecisionOnDenial,
): Promise<void> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const find = () => tx.select().from(pickupDenials).where(eq(pickupDenials.recordId, id));
      const [seen] = await find();
      if (!seen) throw new Refusal("not_found", "There is no such denial.");
      const { orderId, hostId } = seen;
      await lockHost(tx, hostId);
      const [denial = seen] = await find();
      if (denial.decision === decision) return;
      const order = await loadOrder(tx, orderId);
      await refuseOwnOrder(tx, { order: { ...order, hostId }, by, gate: "manage_payments" });
      await tx
        .update(pickupDenials)
        .set({ decision, reason, decidedBy: by, decidedAt: new Date(services.now()) })
        .where(eq(pickupDenials.recordId, id));
      await audit(tx, {
        actor: by,
        entity: "order",
        entityId: orderId,
        action: `pickup_denial_${decision}`,
        before: { decision: denial.decision },
        reason,
      });
      await announce(tx, {
        kind: "condition",
        orderId,
        to: [order.accountId, hostId],
        admins: "manage_payments",
      });
      const host = await findHostReader(tx, { id: orderId, hostId, carId: order.carId });
      await services.outbox.post(tx, denialDecidedEmails(services.config, { order, host, decision, reason }));
    }),
  );
