import type { OrderDocumentKind } from "#domain/documents/documents.ts";
import { m } from "#web/paraglide/messages.js";

export const kindNames: Record<OrderDocumentKind, () => string> = {
  agreement: m.documents_kind_agreement,
  addendum: m.documents_kind_addendum,
  invoice: m.documents_kind_invoice,
  receipt: m.documents_kind_receipt,
  refund_receipt: m.documents_kind_refund_receipt,
  statement: m.documents_kind_statement,
};
