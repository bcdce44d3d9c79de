import { hour } from "#domain/durations.ts";
import type { ConditionKind, ConditionSide } from "./condition.ts";

/** How long after a renter finished a record of the return whoever lends the car may deny it. */
export const returnDenialHours = 24;

/** Who denies that a car is back: its host, or an administrator for us. */
export const denyingSides = ["host", "longbay"] as const satisfies ConditionSide[];
export type DenyingSide = (typeof denyingSides)[number];

export const longestReturnDenial = 500;

type Record = { kind: ConditionKind; side: ConditionSide; finishedAt: Date | null };

/**
 * Until when a record may be denied as that of a car that isn't back; undefined for what nobody may deny: a pickup, a
 * record that isn't finished or isn't the renter's, and that of a car that was recorded back.
 */
export const returnDeniableUntil = (
  { kind, side, finishedAt }: Record,
  { isBack }: { isBack: boolean },
): Date | undefined =>
  kind === "return" && side === "renter" && finishedAt && !isBack
    ? new Date(finishedAt.getTime() + returnDenialHours * hour)
    : undefined;
