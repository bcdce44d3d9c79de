import { wireMoney } from "#domain/money.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import type { refundParts } from "#server/db/schema/money/payments.ts";
import type { orders } from "#server/db/schema/orders.ts";
import type { RefundRow } from "#server/ledger/queries.ts";
import { takeBackRefund } from "#server/ledger/take-back-refund.ts";
import { bouncedEmail } from "#server/payments/emails.ts";
import type { Services } from "#server/services.ts";
import { refundBouncedEmail } from "#server/payments/admin-emails.ts";

type BouncedRefund = { refund: RefundRow; part: typeof refundParts.$inferSelect };

/**
 * A refund that had arrived comes back, for example from a closed account: the money is with us again, and an
 * administrator pays it by hand. The renter and administrators get an email. The caller has the order's lock.
 */
export async function bounceRefund(
  services: Services,
  tx: Db,
  order: typeof orders.$inferSelect,
  { refund, part: { paymentId, amount, providerRef } }: BouncedRefund,
): Promise<void> {
  await takeBackRefund(services, tx, refund, paymentId);
  await audit(tx, {
    actor: "system",
    entity: "order",
    entityId: order.id,
    action: "refund_bounced",
    after: { amount: wireMoney(amount), reference: providerRef },
  });
  await services.outbox.post(tx, [
    refundBouncedEmail(services.config, order, amount),
    bouncedEmail(services.config, order, amount),
  ]);
}
