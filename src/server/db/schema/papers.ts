import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { documentKinds } from "#domain/papers/documents.ts";
import { declineReasons, verificationStates } from "#domain/papers/verification.ts";
import { accounts } from "./accounts.ts";
import { instant, oneOf } from "./columns.ts";
import { orders } from "./orders.ts";

/**
 * The data about private documents. Their contents are sealed in storage; when a row is deleted, for any reason, its
 * content is listed in `document_removals`.
 */
export const documents = pgTable(
  "documents",
  {
    id: uuid().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    kind: text({ enum: documentKinds }).notNull(),
    /** The id under which its sealed content is kept: we make it, and never show it. */
    contentId: uuid("content_id").notNull().unique("documents_content"),
    /** A keyed hash of the sent file, so that another file with the same id is recognized. */
    requestHash: text("request_hash").notNull(),
    /** The size of the picture that is kept; the pages of a PDF are one below the other in it. */
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (document) => [
    check("documents_kind", oneOf("kind", documentKinds)),
    uniqueIndex("documents_of_licence")
      .on(document.accountId, document.kind)
      .where(sql`kind <> 'insurance_proof'`),
    index("documents_by_account").on(document.accountId, document.createdAt),
  ],
);

/** Deleted documents whose sealed content is deleted next. A trigger fills this table. */
export const documentRemovals = pgTable("document_removals", {
  contentId: uuid("content_id").primaryKey(),
});

/** How far the check of typed data with its pictures is. `version` rises with every change by its owner. */
const verification = () => ({
  state: text({ enum: verificationStates }).notNull(),
  version: integer().notNull().default(1),
  /** The language of the person who typed the data, for emails about it. */
  language: text({ enum: ["en", "zh"] }).notNull(),
  submittedAt: instant("submitted_at"),
  decidedAt: instant("decided_at"),
  decidedBy: uuid("decided_by").references(() => accounts.id),
  reasonCode: text("reason_code", { enum: declineReasons }),
  /** What the administrator adds, in the renter's language. */
  reason: text().notNull().default(""),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** An account's driver licence, as its holder types it. Its pictures are the account's documents. */
export const licences = pgTable(
  "licences",
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid("account_id")
      .notNull()
      .unique("licences_account")
      .references(() => accounts.id),
    number: text().notNull(),
    fullName: text("full_name").notNull(),
    /** ISO 3166: two letters; there is a state only for the United States. */
    country: text().notNull(),
    usState: text("us_state"),
    birthDate: date("birth_date", { mode: "string" }).notNull(),
    issuedOn: date("issued_on", { mode: "string" }).notNull(),
    expiresOn: date("expires_on", { mode: "string" }).notNull(),
    /** Set where this licence is a renewal. */
    firstIssuedOn: date("first_issued_on", { mode: "string" }),
    ...verification(),
  },
  (licence) => [
    check("licences_state", oneOf("state", verificationStates)),
    check("licences_submitted", sql`state = 'draft' or submitted_at is not null`),
    check("licences_decided", sql`state not in ('verified', 'declined') or decided_at is not null`),
    index("licences_to_check").on(licence.state, licence.submittedAt, licence.id),
  ],
);

/** Proofs of a renter's own liability insurance for an order: one follows another during the rental. */
export const insuranceProofs = pgTable(
  "insurance_proofs",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    /** Gone when its document has been deleted. */
    documentId: uuid("document_id").references(() => documents.id, { onDelete: "set null" }),
    insurer: text().notNull(),
    policyNumber: text("policy_number").notNull(),
    validFrom: date("valid_from", { mode: "string" }).notNull(),
    validUntil: date("valid_until", { mode: "string" }).notNull(),
    ...verification(),
    /** How many days before the insurance's end the last reminder was sent. */
    remindedDays: integer("reminded_days"),
    /** When administrators heard that it has ended and no other insurance covers the rental. */
    adminsWarnedAt: instant("admins_warned_at"),
  },
  (proof) => [
    check("insurance_proofs_state", oneOf("state", ["submitted", "verified", "declined"])),
    check("insurance_proofs_submitted", sql`submitted_at is not null`),
    check("insurance_proofs_decided", sql`state = 'submitted' or decided_at is not null`),
    check("insurance_proofs_dates", sql`valid_until >= valid_from`),
    // A new proof takes the place of one that waits or was declined.
    uniqueIndex("insurance_proofs_open")
      .on(proof.orderId)
      .where(sql`state <> 'verified'`),
    index("insurance_proofs_by_order").on(proof.orderId, proof.validUntil),
    index("insurance_proofs_by_account").on(proof.accountId),
    index("insurance_proofs_by_document").on(proof.documentId),
    index("insurance_proofs_to_check").on(proof.state, proof.submittedAt, proof.id),
    index("insurance_proofs_ending")
      .on(proof.validUntil)
      .where(sql`state = 'verified'`),
  ],
);
