import type { PickupDenial } from "#contract/pickup-denials.ts";
import { pickupDeniableUntil } from "#domain/payouts/pickup-denials.ts";
import type { Stretch } from "#domain/orders/stretches.ts";
import { type PickupDenialRow, presentDenial } from "#server/payouts/pickup-denials/queries.ts";
import type { RecordRow } from "./queries.ts";

type DeniablePickups = {
  denied: readonly PickupDenialRow[];
  records: readonly RecordRow[];
  stretches: readonly Stretch[];
  /** Whether the reader is the order's renter. */
  mayDeny: boolean;
  now: number;
};

/** Denied pickups, and, for the renter, pickups that can be denied, in the order of the records. */
export function shownDenials({ denied, records, stretches, mayDeny, now }: DeniablePickups): PickupDenial[] {
  return records.flatMap((record): PickupDenial[] => {
    const denial = denied.find(({ recordId }) => recordId === record.id);
    if (denial) return [presentDenial(denial)];
    const isHosted = stretches.find(({ number }) => number === record.stretch)?.hostId != null;
    const until = mayDeny && isHosted ? pickupDeniableUntil(record, records) : undefined;
    if (!until || now >= until.getTime()) return [];
    return [
      {
        recordId: record.id,
        until: until.toISOString(),
        deniedAt: null,
        words: "",
        decision: null,
        reason: "",
      },
    ];
  });
}
