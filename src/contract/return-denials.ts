import * as z from "zod/mini";
import { denyingSides, longestReturnDenial } from "#domain/trips/return-denials.ts";
import { endpoint } from "./endpoint.ts";
import { requiredWords, Uuid } from "./fields.ts";

/** A renter's record of the return that whoever lends the car may deny, or has denied. */
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
    "Say, as the host of the car or an administrator, within 24 hours and as long as the car isn't recorded back, that it isn't, though its renter recorded the return. Late days go on to the day on which it is recorded back, or returned by another record. Sent twice, it is said once",
  tag: "Condition",
  access: "account",
  owns: { order: ["host", "earlier_host", "administrator"] },
  params: z.object({ id: z.string(), recordId: z.string() }),
  body: z.object({ words: requiredWords(longestReturnDenial) }),
  response: ReturnDenial,
  status: 201,
});
