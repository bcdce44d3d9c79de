import * as z from "zod/mini";
import { declineReasons, decisions, verificationSubjects } from "#domain/papers/verification.ts";
import { Document, InsuranceDetails, LicenceDetails, Verification } from "#contract/account/papers.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, unlessEmpty, Uuid, Language, OptionalReason } from "#contract/fields.ts";
import { idPage } from "#contract/paging.ts";
import { byId } from "#contract/params.ts";

/** The part of the queue: submitted checks that wait, or checks with this result. */
export const queueStatuses = ["submitted", "verified", "declined", "expired"] as const;

/** A check that administrators make: what was typed, what was uploaded, and the person. Ages are today's. */
export const QueuedVerification = z.extend(Verification, {
  id: Uuid,
  subject: z.enum(verificationSubjects),
  language: Language,
  decidedBy: z.nullable(z.string()),
  account: z.object({ id: Uuid, name: z.string(), email: z.string() }),
  licence: z.nullable(
    z.extend(LicenceDetails, {
      age: z.number(),
      isOldEnough: z.boolean(),
      drivingYears: z.number(),
      hasDrivenEnough: z.boolean(),
      isExpired: z.boolean(),
    }),
  ),
  insurance: z.nullable(
    z.extend(InsuranceDetails, {
      order: z.object({
        id: Uuid,
        orderNumber: z.string(),
        pickupDate: CalendarDate,
        returnDate: CalendarDate,
        customerName: z.string(),
      }),
    }),
  ),
  documents: z.array(Document),
});
export type QueuedVerification = z.infer<typeof QueuedVerification>;

const tag = "Admin: papers";
const access = ["manage_users"] as const;

export const listVerifications = endpoint({
  method: "GET",
  path: "/api/admin/verifications",
  summary:
    "Licenses and proofs of insurance to check, the oldest first; with another status the newest first",
  tag,
  access,
  query: z.object({
    status: unlessEmpty(z.enum(queueStatuses)),
    subject: unlessEmpty(z.enum(verificationSubjects)),
    accountId: unlessEmpty(Uuid),
    ...idPage,
  }),
  response: z.array(QueuedVerification),
  status: 200,
});

export const decideVerification = endpoint({
  method: "PUT",
  path: "/api/admin/verifications/:id",
  summary:
    "Verify or decline, once: 409 when somebody decided meanwhile or, with `version`, when its owner changed it. Declining needs a `reasonCode` or words in `reason`",
  tag,
  access,
  params: byId("verification_not_found"),
  body: z.object({
    decision: z.enum(decisions),
    reasonCode: z.optional(z.enum(declineReasons)),
    reason: OptionalReason,
    version: z.optional(z.number()),
  }),
  response: QueuedVerification,
  status: 200,
});
