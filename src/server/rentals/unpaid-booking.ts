import { and, eq, inArray } from "drizzle-orm";
import { undone } from "#domain/orders/undone.ts";
import { awaitsPayment } from "#server/db/awaits-payment.ts";
import { owesFirstInstalment } from "#server/db/first-instalment.ts";
import type { Db } from "#server/db/open-database.ts";
import { instalments, paymentNotices } from "#server/db/schema/money/payments.ts";

/** The time to pay begins again, as `payUntilOf` says: its renter is warned again before it ends. */
export const forgetUnpaidWarning = (tx: Db, orderId: string): Promise<unknown> =>
  tx
    .delete(paymentNotices)
    .where(
      and(
        eq(paymentNotices.kind, "booking_unpaid"),
        inArray(
          paymentNotices.instalmentId,
          tx.select({ id: instalments.id }).from(instalments).where(eq(instalments.orderId, orderId)),
        ),
      ),
    );

/**
 * SQL over `orders` of bookings that their renters confirmed by completing them, or that the car's host accepted. A
 * booking that an administrator confirmed isn't among them. An administrator's own entry has no network.
 */
const isConfirmedUnpaid = `((orders.source = 'wizard' or orders.source = 'request' and orders.placed_from is not null) and orders.status = 'confirmed'
  and not exists (select from audit_events where entity = 'order' and entity_id = orders.id::text
    and action = 'status' and after->>'status' = 'confirmed' and reason is distinct from '${undone}'
    and actor not in ('system', coalesce(orders.host_id::text, '')) and after->>'by' is distinct from 'host'))`;

/**
 * SQL over `orders` of such bookings, and of orders that wait for the payment after the host's yes, whose first
 * instalment isn't paid. A booking that an administrator confirmed ends only by an administrator, and none ends
 * for an amount below the providers' minimum.
 */
export const isUnpaidBooking = `(${awaitsPayment} or ${isConfirmedUnpaid}) and not orders.replacing
  and ${owesFirstInstalment}`;
