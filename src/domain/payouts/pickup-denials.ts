import { hour } from "#domain/durations.ts";
import type { ConditionKind, ConditionSide } from "#domain/trips/condition.ts";

/** What administrators decide: the pickup was as recorded, or the renter is right and there was no pickup. */
export const denialDecisions = ["dismissed", "upheld"] as const;
export type DenialDecision = (typeof denialDecisions)[number];

/** How long after a pickup was recorded its renter may deny it. */
export const pickupDenialHours = 72;

export const longestPickupDenial = 2000;

type Record = { kind: ConditionKind; stretch: number; side: ConditionSide; finishedAt: Date | null };

/**
 * Until when a renter may deny a record; undefined if the renter can't deny it: a return, a record that isn't
 * finished or is the renter's own, and the pickup of a car that the renter has recorded too.
 */
export function pickupDeniableUntil(record: Record, records: readonly Record[]): Date | undefined {
  const { kind, stretch, side, finishedAt } = record;
  if (kind !== "pickup" || side === "renter" || !finishedAt) return undefined;
  const hasOwn = records.some(
    (one) => one.kind === "pickup" && one.stretch === stretch && one.side === "renter" && one.finishedAt,
  );
  return hasOwn ? undefined : new Date(finishedAt.getTime() + pickupDenialHours * hour);
}
