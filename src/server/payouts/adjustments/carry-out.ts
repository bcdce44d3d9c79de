import { eq } from "drizzle-orm";
import type { Db } from "#server/db/open-database.ts";
import { hostAdjustments } from "#server/db/schema/money/host-adjustments.ts";
import { postHostOwesLess } from "#server/ledger/host-balance.ts";
import { postHostShare } from "#server/ledger/host-share.ts";
import { findHostReader } from "#server/mail/host-reader.ts";
import { loadOrder } from "#server/ledger/order-queries.ts";
import type { Services } from "#server/services.ts";
import { adjustmentEmail } from "./emails.ts";
import type { AdjustmentRow } from "./queries.ts";

/**
 * Writes an adjustment into the books and informs the host. The caller has the host's lock, and the order's lock
 * if a share is taken back.
 */
export async function carryOut(services: Services, tx: Db, row: AdjustmentRow, by: string): Promise<void> {
  const { id, hostId, kind, orderId, amount, receivedOn } = row;
  await tx
    .update(hostAdjustments)
    .set({ status: "done", decidedBy: by, decidedAt: new Date(services.now()) })
    .where(eq(hostAdjustments.id, id));
  if (kind === "take_back") await postHostShare(services, tx, orderId ?? "");
  else
    await postHostOwesLess(services, tx, {
      id,
      hostId,
      kind,
      amount,
      on: receivedOn ?? undefined,
      actor: by,
    });
  const order = orderId ? await loadOrder(tx, orderId) : undefined;
  const reader = await findHostReader(tx, { hostId });
  if (reader)
    await services.outbox.post(tx, [
      adjustmentEmail(services.config, reader, { ...row, orderNumber: order?.orderNumber ?? "" }),
    ]);
}
