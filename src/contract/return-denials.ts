import * as z from "zod/mini";
import { denyingSides, longestReturnDenial } from "#domain/trips/return-denials.ts";
import { endpoint } from "./endpoint.ts";
import { requiredWords, Uuid } from "./fields.ts";
import { RecordParams } from "./params.ts";

/** A renter's record of a return. The host or an administrator may deny it, or has denied it. */
export const ReturnDenial = z.object({
  recordId: Uuid,
  /** When the renter recorded the return. */
  returnedAt: z.string(),
  /** Until when the caller may deny it; null once it is denied. */
  until: z.nullable(z.string()),
  deniedAt: z.nullable(z.string()),
  /** Who denied it. */
  by: z.nullable(z.enum(denyingSides)),
  words: z.string(),
  /** Whether late days go on: until the car is recorded back, or its renter records another return. */
  isOpen: z.boolean(),
});
export type ReturnDenial = z.infer<typeof ReturnDenial>;

export const denyReturn = endpoint({
  method: "POST",
  path: "/api/orders/:id/condition-records/:recordId/deny-return",
  summary:
    "Deny, as the host of the car or an administrator, a return that the renter recorded: within 24 hours, and as long as the car isn't recorded as back. Late days go on until the car is recorded as back, or until another record of its return. Sent twice, it counts once",
  tag: "Condition",
  access: "account",
  owns: { order: ["host", "earlier_host", "admin"] },
  params: RecordParams,
  body: z.object({ words: requiredWords(longestReturnDenial) }),
  response: ReturnDenial,
  status: 201,
});
