import { undone } from "#domain/orders/undone.ts";
import { owesFirstInstalment } from "#server/db/first-instalment.ts";

/**
 * Bookings that their renters confirmed by completing them, or that the host of the car said yes to, whose first
 * instalment isn't paid. One that an administrator has confirmed is theirs to end, and nobody's ends for less than
 * providers charge. What an administrator enters comes from no network.
 */
export const isUnpaidBooking = `(orders.source = 'wizard' or orders.source = 'request' and orders.placed_from is not null) and orders.status = 'confirmed' and not orders.replacing
  and ${owesFirstInstalment}
  and not exists (select from audit_events where entity = 'order' and entity_id = orders.id::text
    and action = 'status' and after->>'status' = 'confirmed' and reason is distinct from '${undone}'
    and actor is distinct from orders.host_id::text)`;
