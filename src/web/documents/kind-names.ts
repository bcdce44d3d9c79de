import type { OrderDocumentKind } from "#domain/documents/documents.ts";
import { m } from "#web/paraglide/messages.js";

export const kindNames: Record<OrderDocumentKind, () => string> = {
  agreement: m.documents_kind_agreement,
  addendum: m.documents_kind_addendum,
  invoice: m.documents_kind_invoice,
  credit_note: m.documents_kind_credit_note,
  receipt: m.documents_kind_receipt,
  receipt_reversal: m.documents_kind_receipt_reversal,
  refund_receipt: m.documents_kind_refund_receipt,
  refund_reversal: m.documents_kind_refund_reversal,
  statement: m.documents_kind_statement,
};
