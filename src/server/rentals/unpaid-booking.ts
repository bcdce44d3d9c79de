import { leastCharge } from "#domain/payments/payments.ts";
import { undone } from "#domain/orders/undone.ts";

/**
 * Bookings that their renters confirmed by completing them, whose first instalment isn't paid. One that an
 * administrator has confirmed is theirs to end, and nobody's ends for less than providers charge.
 */
export const isUnpaidBooking = `orders.source = 'wizard' and orders.status = 'confirmed'
  and exists (select from instalments where order_id = orders.id and number = 1 and dropped_at is null and amount - paid >= ${leastCharge})
  and not exists (select from audit_events where entity = 'order' and entity_id = orders.id::text
    and action = 'status' and after->>'status' = 'confirmed' and reason is distinct from '${undone}')`;
