import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AgreementFacts } from "#domain/documents/agreement.ts";
import { orderDocumentKinds } from "#domain/documents/documents.ts";
import { instant, oneOf } from "./columns.ts";
import { orderId } from "./orders.ts";

/**
 * Numbered documents of orders. What one says is frozen in `sheet` when it is issued; its PDF is made of that, and
 * known by its SHA-256 ever after. A trigger refuses any other change.
 */
export const orderDocuments = pgTable(
  "order_documents",
  {
    number: text().primaryKey(),
    orderId: orderId(),
    kind: text({ enum: orderDocumentKinds }).notNull(),
    /** What it is about: the id of a payment, a refund, an instalment or an acceptance. One document each. */
    causeId: uuid("cause_id").notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    sheet: jsonb().$type<unknown>().notNull(),
    contentId: uuid("content_id").notNull().defaultRandom(),
    sha256: text(),
    issuedAt: instant("issued_at").notNull(),
  },
  (document) => [
    check("order_documents_kind", oneOf("kind", orderDocumentKinds)),
    uniqueIndex("order_documents_cause").on(document.kind, document.causeId),
    index("order_documents_by_order").on(document.orderId, document.issuedAt),
    index("order_documents_unprinted")
      .on(document.issuedAt)
      .where(sql`sha256 is null`),
  ],
);

/** How many documents of a kind a year has had: numbers follow one another without a gap. */
export const documentCounters = pgTable(
  "document_counters",
  {
    kind: text({ enum: orderDocumentKinds }).notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (counter) => [primaryKey({ columns: [counter.kind, counter.year] })],
);

/** A rental agreement that a renter has signed with their name. Never changed, never deleted: a trigger refuses. */
export const agreementAcceptances = pgTable(
  "agreement_acceptances",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: orderId(),
    version: text().notNull(),
    name: text().notNull(),
    facts: jsonb().$type<AgreementFacts>().notNull(),
    /** SHA-256 of the facts and of the clauses in both languages, as they were shown. */
    textHash: text("text_hash").notNull(),
    acceptedBy: uuid("accepted_by").notNull(),
    acceptedAt: instant("accepted_at").notNull(),
  },
  (acceptance) => [uniqueIndex("agreement_acceptances_text").on(acceptance.orderId, acceptance.textHash)],
);
