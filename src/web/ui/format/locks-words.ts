import type { IsoDate } from "#domain/dates.ts";
import { freeUntil } from "#domain/pricing/free-until.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { m } from "#web/paraglide/messages.js";
import { showMomentInLosAngeles } from "./los-angeles-moment.ts";

/** Until when a pickup that is changed to this day and hour may be changed again, or that it may not. */
export function locksWords(pickupDate: IsoDate, pickupTime: string, now: number): string {
  const last = freeUntil(pickupDate, pickupTime);
  return last <= now
    ? m.changes_locks_now({ hours: freeCancellationHours })
    : m.changes_locks_at({ moment: showMomentInLosAngeles(new Date(last).toISOString()) });
}
