import { hour } from "#domain/durations.ts";
import type { ConditionKind, ConditionSide } from "./condition.ts";

/** Hours after a renter's finished record of the return in which the car's lender may deny it. */
export const returnDenialHours = 24;

/** Who denies that a car is back: its host, or an administrator for us. */
export const denyingSides = ["host", "longbay"] as const satisfies ConditionSide[];
export type DenyingSide = (typeof denyingSides)[number];

export const longestReturnDenial = 500;

type Record = { kind: ConditionKind; side: ConditionSide; finishedAt: Date | null };

/**
 * Until when a record may be denied because the car isn't back; undefined if nobody may deny it: a pickup, a
 * record that isn't finished or isn't the renter's, or a record of a car that was recorded as back.
 */
export const returnDeniableUntil = (
  { kind, side, finishedAt }: Record,
  { isBack }: { isBack: boolean },
): Date | undefined =>
  kind === "return" && side === "renter" && finishedAt && !isBack
    ? new Date(finishedAt.getTime() + returnDenialHours * hour)
    : undefined;
