import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";

const tag = "Admin: status";

/** Why this installation sends and charges nothing automatically; `isHeld` is false once somebody released it. */
export const HoldState = z.object({
  isHeld: z.boolean(),
  /** When the backup was made that this installation was restored from; null where only a setting holds it. */
  takenAt: z.nullable(z.string()),
  restoredAt: z.nullable(z.string()),
  /** The setting HELD is on: this API can't release the installation. */
  isBySetting: z.boolean(),
  /** Whether automatic payments have to be compared with their providers first. */
  hasProviders: z.boolean(),
});
export type HoldState = z.infer<typeof HoldState>;

export const getHold = endpoint({
  method: "GET",
  path: "/api/admin/hold",
  summary: "Whether this installation was restored from a backup and sends and charges nothing yet",
  tag,
  access: "admin",
  response: HoldState,
  status: 200,
});

export const HoldRelease = z.object({
  /** Accounts in the backup that had been deleted after it was made, and that were deleted again. */
  erasedAgain: z.number(),
  /** Lines on which a provider and the books differ still. */
  differences: z.number(),
});
export type HoldRelease = z.infer<typeof HoldRelease>;

export const releaseHold = endpoint({
  method: "POST",
  path: "/api/admin/hold/release",
  summary:
    "Let a restored installation go: emails, text messages, jobs and charges begin. Providers are compared with the books first; 409 `not_reconciled` while they differ, unless that is accepted",
  tag,
  access: ["all"],
  body: z.object({ acceptDifferences: z.optional(z.boolean()) }),
  response: HoldRelease,
  status: 200,
});
