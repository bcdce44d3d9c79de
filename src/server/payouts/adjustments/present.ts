import type { HostAdjustments } from "#contract/admin/host-adjustments.ts";
import { wireMoney } from "#domain/money.ts";
import { askedFrom } from "#domain/payouts/adjustments.ts";
import { namesOf } from "#server/auth/administrators.ts";
import { rulingFor } from "#server/auth/refuse-own-affair.ts";
import type { Services } from "#server/services.ts";
import { findAdjustments, findDebt } from "./queries.ts";

/** What was done to a host's balance by hand, as an administrator sees it, and what the host owes. */
export async function adjustmentsOf(
  { database: { db } }: Pick<Services, "database">,
  hostId: string,
  readerId: string,
): Promise<HostAdjustments> {
  const affair = { by: readerId, gate: "manage_payments", renter: { accountId: hostId } } as const;
  const [found, debt, own, proposed] = await Promise.all([
    findAdjustments(db, hostId),
    findDebt(db, hostId),
    rulingFor(db, affair),
    rulingFor(db, { ...affair, proposedBy: readerId }),
  ]);
  const names = await namesOf(
    db,
    found.map(({ adjustment }) => adjustment.proposedBy),
  );
  return {
    debt: debt
      ? {
          amount: wireMoney(debt.amount),
          since: debt.since,
          askedFrom: askedFrom(debt.since),
          askedAt: debt.askedAt?.toISOString() ?? null,
        }
      : null,
    adjustments: found.map(({ adjustment, orderNumber }) => {
      const { id, kind, status, amount, reason, orderId, receivedOn, proposedBy, createdAt } = adjustment;
      return {
        id,
        kind,
        status,
        amount: wireMoney(amount),
        reason,
        order: orderId && orderNumber ? { id: orderId, orderNumber } : null,
        receivedOn,
        by: names.get(proposedBy) ?? proposedBy,
        createdAt: createdAt.toISOString(),
        mayApprove: status === "awaiting_approval" && (proposedBy === readerId ? proposed : own).mayDecide,
      };
    }),
  };
}
