import { openStatuses } from "#domain/orders/lifecycle.ts";
import { firstReturn } from "./first-return.ts";
import { isOneOf } from "./schema/columns.ts";

/**
 * Rentals that ended before this moment left the returns of their earlier cars open: nobody recorded them,
 * and the cars have long been back.
 */
const keptSince = "2026-11-30T08:00:00Z";

/**
 * SQL over `order_stretches` as `own`: an earlier car whose return nobody has recorded, of a rental that went on
 * with another car, whatever that rental's status is now. `backBy` limits the records that count as the car's return;
 * a denied one never does.
 */
export const isEarlierCarOut = (backBy = "true"): string =>
  `not own.is_without_car
    and exists (select from orders going where going.id = own.order_id
      and (${isOneOf("going.status", openStatuses)} or going.trip_completed_at >= timestamptz '${keptSince}'
        or going.status = 'cancelled' and exists (select from audit_events where entity = 'order' and entity_id = going.id::text
          and action = 'status' and after->>'status' = 'cancelled' and at >= timestamptz '${keptSince}'))
      and going.car_id is distinct from own.car_id)
    and ${firstReturn("own.order_id", "own.number", backBy)} is null`;
