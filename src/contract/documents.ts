import * as z from "zod/mini";
import { longestAddress, longestSignature, orderDocumentKinds } from "#domain/documents/documents.ts";
import { endpoint } from "./endpoint.ts";
import { line, requiredLine, words, KeyQuery } from "./fields.ts";
import { OrderParams } from "./params.ts";
import { TaxLine } from "./quotes.ts";

export const OrderDocumentShown = z.object({
  number: z.string(),
  kind: z.enum(orderDocumentKinds),
  issuedAt: z.string(),
  /** The SHA-256 of the document's PDF; null until the PDF has been made. */
  sha256: z.nullable(z.string()),
  /** The number of the document that this document voids, and of the document that voids this one. */
  voids: z.nullable(z.string()),
  voidedBy: z.nullable(z.string()),
  /** The taxes within the amount of the document, if any. */
  taxes: z.optional(z.array(TaxLine)),
});
export type OrderDocumentShown = z.infer<typeof OrderDocumentShown>;

export const listOrderDocuments = endpoint({
  method: "GET",
  path: "/api/orders/:id/documents",
  summary:
    "An order's numbered documents: for its owner, for whoever has the key from its email, and for administrators",
  tag: "Documents",
  access: "public",
  owns: { order: ["renter", "key", "admin"] },
  params: OrderParams,
  query: KeyQuery,
  response: z.array(OrderDocumentShown),
  status: 200,
});

export const issueStatement = endpoint({
  method: "POST",
  path: "/api/orders/:id/statement",
  summary:
    "A statement of an order's account as it stands: for its owner, for whoever has its key, and for administrators",
  tag: "Documents",
  access: "public",
  owns: { order: ["renter", "key", "admin"] },
  params: OrderParams,
  query: KeyQuery,
  response: OrderDocumentShown,
  status: 201,
});

const Clause = z.object({ title: z.string(), text: z.string() });

export const Agreement = z.object({
  version: z.string(),
  clauses: z.array(z.object({ en: Clause, zh: Clause })),
  /** SHA-256 of the facts and the clauses in this answer. */
  textHash: z.string(),
  /** The name under which the agreement is accepted. */
  renter: z.string(),
  /** The postal address that the renter gave with an earlier agreement, for the renter only; else empty. */
  lastAddress: z.string(),
  accepted: z.nullable(z.object({ name: z.string(), at: z.string(), number: z.string() })),
});
export type Agreement = z.infer<typeof Agreement>;

export const getAgreement = endpoint({
  method: "GET",
  path: "/api/orders/:id/agreement",
  summary: "The rental agreement of one's own confirmed order, in both languages; accepted or still to be",
  tag: "Documents",
  access: "account",
  owns: { order: ["renter", "admin"] },
  params: OrderParams,
  response: Agreement,
  status: 200,
});

export const acceptAgreement = endpoint({
  method: "POST",
  path: "/api/orders/:id/agreement",
  summary: "Accepts the agreement of one's own order with one's name; once is as good as twice",
  tag: "Documents",
  access: "account",
  owns: { order: ["renter"] },
  params: OrderParams,
  body: z.object({
    name: requiredLine(longestSignature),
    /** The renter's postal address, which the agreement and later invoices name. */
    address: z.optional(line(longestAddress)),
    version: requiredLine(40),
    /** The hash of the text that the renter read; if the text has changed since, it is not accepted. */
    textHash: z.optional(words(64)),
  }),
  response: Agreement,
  status: 201,
});
