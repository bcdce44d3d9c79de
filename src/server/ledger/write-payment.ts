import type { IsoDate } from "#domain/dates.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { paymentEntries } from "#domain/payments/ledger.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { payments } from "#server/db/schema/money/payments.ts";
import type { Services } from "#server/services.ts";
import { postHostShare } from "./host-share.ts";
import { postDue, settle } from "./instalments.ts";
import { post } from "./post.ts";
import { standingInstalments } from "./queries.ts";
import { takeBackWriteOffs, writeOffAgain } from "./write-offs.ts";

export type WrittenPayment = {
  id: string;
  amount: Cents;
  method: string;
  reference: string;
  /** The day in Los Angeles on which it came. */
  paidOn: IsoDate;
  by: string;
  requestHash?: string;
  /** Whether other books have its receipt. */
  isFromOtherBooks?: boolean;
};

/**
 * Writes a manual payment into the books of an order that the caller has locked. The part beyond the order's
 * instalments is the renter's credit: `over`. Nobody gets a message.
 */
export async function writePayment(
  services: Pick<Services, "now">,
  tx: Db,
  orderId: string,
  { id, amount, method, reference, paidOn, by, requestHash, isFromOtherBooks = false }: WrittenPayment,
): Promise<{ over: Cents }> {
  const at = new Date(services.now());
  await postDue(services, tx, orderId, by);
  // The payment pays written-off debts too; otherwise that part would be the renter's credit.
  const writtenOff = await takeBackWriteOffs(services, tx, orderId, by);
  const over = Math.max(0, amount - leftToPay(await standingInstalments(tx, orderId)));
  await tx.insert(payments).values({
    id,
    orderId,
    mode: "built_in",
    status: "succeeded",
    amount,
    over,
    keepsOver: over > 0,
    method,
    reference,
    paidOn,
    isFromOtherBooks,
    requestHash: requestHash ?? null,
    recordedBy: by,
    createdAt: at,
    settledAt: at,
  });
  await post(services, tx, {
    key: `payment:${id}`,
    kind: "payment",
    orderId,
    cause: { paymentId: id },
    actor: by,
    on: paidOn,
    entries: paymentEntries("cash", amount),
  });
  await settle(tx, orderId);
  await writeOffAgain(services, tx, writtenOff);
  await postHostShare(services, tx, orderId);
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: orderId,
    action: "payment",
    after: { amount: wireMoney(amount), method, reference },
  });
  return { over };
}
