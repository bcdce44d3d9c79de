import { lastChangeAt } from "#domain/changes/changes.ts";
import type { IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { showMomentInLosAngeles } from "./los-angeles-moment.ts";

/** Until when a pickup that is changed to this day and hour may be changed again, or that it may not. */
export function locksWords(pickupDate: IsoDate, pickupTime: string, now: number): string {
  const last = lastChangeAt(pickupDate, pickupTime);
  return last <= now
    ? m.changes_locks_now()
    : m.changes_locks_at({ moment: showMomentInLosAngeles(new Date(last).toISOString()) });
}
