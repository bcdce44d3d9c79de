import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
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
import { orderDocumentKinds, voidingKinds } from "#domain/documents/documents.ts";
import { instant, oneOf } from "./columns.ts";
import { orderId } from "./orders.ts";

/**
 * Numbered documents of orders. The content is frozen in `sheet` when the document is issued; the PDF is made of
 * it, and its SHA-256 never changes afterwards. A trigger refuses any other change.
 */
export const orderDocuments = pgTable(
  "order_documents",
  {
    number: text().primaryKey(),
    orderId: orderId(),
    kind: text({ enum: orderDocumentKinds }).notNull(),
    /** What it is about: the id of a payment, a refund, an instalment or an acceptance. */
    causeId: uuid("cause_id").notNull(),
    /** Counts the documents of a kind and a cause, from 0: a voided cause that holds again gets another. */
    turn: integer().notNull().default(0),
    /** The sum that is due, was paid or went back; null for a document that isn't about one sum. */
    amount: bigint({ mode: "number" }),
    /** The number of the document that this one voids, as a whole. */
    voids: text().references((): AnyPgColumn => orderDocuments.number),
    language: text({ enum: ["en", "zh"] }).notNull(),
    sheet: jsonb().$type<unknown>().notNull(),
    contentId: uuid("content_id").notNull().defaultRandom(),
    sha256: text(),
    issuedAt: instant("issued_at").notNull(),
  },
  (document) => [
    check("order_documents_kind", oneOf("kind", orderDocumentKinds)),
    check(
      "order_documents_voids",
      sql`(voids is not null) = (${oneOf("kind", Object.values(voidingKinds))})`,
    ),
    check(
      "order_documents_amount",
      sql`(amount is not null) = (${oneOf("kind", Object.entries(voidingKinds).flat())}) and amount > 0`,
    ),
    uniqueIndex("order_documents_cause").on(document.kind, document.causeId, document.turn),
    uniqueIndex("order_documents_voided_once").on(document.voids),
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
    kind: text({ enum: [...orderDocumentKinds, "host_statement"] }).notNull(),
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
    /** The renter's postal address as they typed it; empty where the page didn't ask for it. */
    address: text().notNull().default(""),
    facts: jsonb().$type<AgreementFacts>().notNull(),
    /** SHA-256 of the facts and of the clauses in both languages, as they were shown. */
    textHash: text("text_hash").notNull(),
    acceptedBy: uuid("accepted_by").notNull(),
    acceptedAt: instant("accepted_at").notNull(),
  },
  (acceptance) => [uniqueIndex("agreement_acceptances_text").on(acceptance.orderId, acceptance.textHash)],
);
