import { freeUntil } from "#domain/pricing/free-until.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import type { IsoDate } from "#domain/dates.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { m } from "#web/paraglide/messages.js";
import { showMomentInLosAngeles } from "./los-angeles-moment.ts";

type Pickup = { pickupDate: IsoDate; pickupTime: string };

/** The last moment, Pacific time, at which a pickup may be changed; undefined once that is over. */
function lastChange({ pickupDate, pickupTime }: Pickup, now: number): string | undefined {
  const last = freeUntil(pickupDate, pickupTime);
  return last <= now ? undefined : showMomentInLosAngeles(new Date(last).toISOString());
}

/**
 * Until when a pickup that is changed to this day and hour may be changed again, or that it may not. A pending order
 * is canceled free of charge at any time.
 */
export function locksWords(pickup: Pickup & { status: OrderStatus }, now: number): string {
  const moment = lastChange(pickup, now);
  if (moment) return m.changes_locks_at({ moment });
  const locked = pickup.status === "pending" ? m.changes_locks_now_pending : m.changes_locks_now;
  return locked({ hours: freeCancellationHours });
}

/** Where and until when the renter says where to bring a car whose order has no place yet. */
export function arrangeWords(pickup: Pickup, now: number): string {
  const moment = lastChange(pickup, now);
  return moment ? m.wizard_done_arrange({ moment }) : m.wizard_done_arrange_message();
}
