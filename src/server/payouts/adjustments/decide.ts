import { eq } from "drizzle-orm";
import { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { wireMoney } from "#domain/money.ts";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import { withRetries } from "#server/db/retries.ts";
import { hostAdjustments } from "#server/db/schema/money/host-adjustments.ts";
import { lockOrder } from "#server/ledger/order-queries.ts";
import { lockHost } from "#server/payouts/queries.ts";
import type { Services } from "#server/services.ts";
import { mostOfWaiting, refuseAbove } from "./adjust.ts";
import { carryOut } from "./carry-out.ts";
import { findAdjustment } from "./queries.ts";

type AdjustmentDecision = { id: string; decision: "approved" | "declined"; by: string };

/** Approves or declines an adjustment that waits. A repetition changes nothing. Answers the host's id. */
export const decideAdjustment = (
  services: Services,
  { id, decision, by }: AdjustmentDecision,
): Promise<string> =>
  withRetries(() =>
    services.database.transaction(async (tx) => {
      const seen = await findAdjustment(tx, id);
      if (!seen) throw notFound("adjustment_not_found");
      const { hostId, orderId } = seen;
      await lockHost(tx, hostId);
      if (orderId) await lockOrder(tx, orderId);
      const row = (await findAdjustment(tx, id)) ?? seen;
      const wanted = decision === "approved" ? "done" : "declined";
      if (row.status === wanted) return hostId;
      if (row.status !== "awaiting_approval")
        throw new Refusal("adjustment_decided", "This has already been decided. Please reload it.");
      const isAlone = await refuseOwnAffair(tx, {
        by,
        gate: "manage_payments",
        renter: { accountId: hostId },
        of: { entity: "user", entityId: hostId },
        ...(wanted === "done" && { proposedBy: row.proposedBy }),
        proposed: {
          code: "refund_needs_another",
          message: "This needs approval from a second administrator who manages payments.",
        },
      });
      if (wanted === "done") {
        refuseAbove(row.amount, await mostOfWaiting(services, tx, row));
        await carryOut(services, tx, row, by);
      } else
        await tx
          .update(hostAdjustments)
          .set({ status: "declined", decidedBy: by, decidedAt: new Date(services.now()) })
          .where(eq(hostAdjustments.id, id));
      await audit(tx, {
        actor: by,
        entity: "user",
        entityId: hostId,
        action:
          isAlone && wanted === "done" ? "host_adjustment_approved_alone" : `host_adjustment_${decision}`,
        before: { status: row.status },
        after: { kind: row.kind, amount: wireMoney(row.amount), status: wanted },
      });
      return hostId;
    }),
  );
