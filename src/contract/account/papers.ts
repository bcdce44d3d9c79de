import * as z from "zod/mini";
import { documentKinds } from "#domain/papers/documents.ts";
import { declineReasons, verificationStatuses } from "#domain/papers/verification.ts";
import { insuranceFields, licenceFields } from "#domain/fields/papers.ts";
import { endpoint } from "#contract/endpoint.ts";
import { CalendarDate, schemasOf, Uuid } from "#contract/fields.ts";
import { byId, OrderParams } from "#contract/params.ts";

/** What the API says about a private document. The picture itself needs a link. */
export const Document = z.object({
  id: Uuid,
  kind: z.enum(documentKinds),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  createdAt: z.string(),
});
export type Document = z.infer<typeof Document>;

/** The state of a license's or a proof's check. `version` rises with every change of what administrators check. */
export const Verification = z.object({
  id: z.nullable(Uuid),
  status: z.enum(verificationStatuses),
  version: z.number(),
  submittedAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reasonCode: z.nullable(z.enum(declineReasons)),
  reason: z.string(),
});
export type Verification = z.infer<typeof Verification>;

export const LicenceDetails = z.object({
  name: z.string(),
  number: z.string(),
  country: z.string(),
  state: z.nullable(z.string()),
  birthDate: CalendarDate,
  issueDate: CalendarDate,
  expiryDate: CalendarDate,
  firstIssueDate: z.nullable(CalendarDate),
});
export type LicenceDetails = z.infer<typeof LicenceDetails>;

/** The caller's own licence: what was typed, what was uploaded, and how far its check is. */
export const OwnLicence = z.object({
  verification: Verification,
  licence: z.nullable(LicenceDetails),
  documents: z.array(Document),
});
export type OwnLicence = z.infer<typeof OwnLicence>;

export const InsuranceDetails = z.object({
  insurer: z.string(),
  policyNumber: z.string(),
  validFrom: CalendarDate,
  validUntil: CalendarDate,
});
export type InsuranceDetails = z.infer<typeof InsuranceDetails>;

/** The proofs of insurance for one order. */
export const OrderInsurance = z.object({
  isNeeded: z.boolean(),
  /** The last day up to which verified proofs cover the rental from its pickup on; null without cover. */
  coveredUntil: z.nullable(CalendarDate),
  /** Whether the next proof is due: the cover ends before the rental, and soon. */
  isRenewalDue: z.boolean(),
  pickupDate: CalendarDate,
  returnDate: CalendarDate,
  /** The state of the newest proof. */
  verification: Verification,
  /** The newest first. */
  proofs: z.array(
    z.object({
      ...InsuranceDetails.shape,
      verification: Verification,
      documentId: z.nullable(Uuid),
    }),
  ),
});
export type OrderInsurance = z.infer<typeof OrderInsurance>;

const tag = "Papers";
const access = "account";

export const uploadDocument = endpoint({
  method: "POST",
  path: "/api/account/documents",
  summary:
    "Upload a private document as multipart/form-data: `kind`, `file`, and an optional `id` under which it may be sent again. Pictures to 20 MB (JPEG, PNG, WebP, HEIC); translations and insurance proofs as PDF to 10 MB too. A part of a license takes the place of the former",
  tag,
  access,
  response: Document,
  status: 201,
});

export const linkDocument = endpoint({
  method: "GET",
  path: "/api/account/documents/:id/link",
  summary:
    "A link that opens a document for five minutes, for this caller only and with their own token: the owner's, or an administrator's with manage_users",
  tag,
  access,
  params: byId("document_not_found"),
  response: z.object({ url: z.string(), expiresAt: z.string() }),
  status: 200,
});

export const getLicence = endpoint({
  method: "GET",
  path: "/api/account/licence",
  summary: "One's own driver's license and how far its check is",
  tag,
  access,
  response: OwnLicence,
  status: 200,
});

const { name, number, country, state, birthDate, issueDate, expiryDate, firstIssueDate } =
  schemasOf(licenceFields);

export const putLicence = endpoint({
  method: "PUT",
  path: "/api/account/licence",
  summary:
    "Say what one's driver's license says. With pictures of both sides it is submitted; a change of a verified one submits it again",
  tag,
  access,
  body: z.object({ name, number, country, state, birthDate, issueDate, expiryDate, firstIssueDate }),
  response: OwnLicence,
  status: 200,
});

export const getInsuranceProof = endpoint({
  method: "GET",
  path: "/api/orders/:id/insurance-proof",
  summary: "The proofs of liability insurance for one's own order, and up to when they cover it",
  tag,
  access,
  owns: { order: ["renter"] },
  params: OrderParams,
  response: OrderInsurance,
  status: 200,
});

export const putInsuranceProof = endpoint({
  method: "PUT",
  path: "/api/orders/:id/insurance-proof",
  summary:
    "Hand in a proof of one's own liability insurance for an order, or the one that follows it. It takes the place of one that waits or was declined",
  tag,
  access,
  owns: { order: ["renter"] },
  params: OrderParams,
  body: z.object({
    documentId: Uuid,
    insurer: z.optional(schemasOf(insuranceFields).insurer),
    policyNumber: z.optional(schemasOf(insuranceFields).policyNumber),
    validFrom: z.optional(CalendarDate),
    validUntil: CalendarDate,
  }),
  response: OrderInsurance,
  status: 200,
});
