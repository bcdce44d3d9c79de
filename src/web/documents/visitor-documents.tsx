import { useEffect, useState } from "react";
import { listOrderDocuments, type OrderDocumentShown } from "#contract/documents.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { DocumentWords } from "./document-words.tsx";
import { kindNames } from "./kind-names.ts";

/** An order's documents for a visitor with the key from its email. Each is a link that saves its PDF. */
export function VisitorDocuments({ orderId, orderKey: key }: { orderId: string; orderKey: string }) {
  const [documents, setDocuments] = useState<readonly OrderDocumentShown[]>([]);
  useEffect(() => {
    let isShown = true;
    // The page works without them: documents that can't be read now are there on the next visit.
    api(listOrderDocuments, { params: { id: orderId }, query: { key } }).then(
      (found) => isShown && setDocuments(found),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [orderId, key]);
  if (documents.length === 0) return null;
  return (
    <section className="stack no-print" aria-labelledby="order-documents">
      <h2 id="order-documents">{m.documents_title()}</h2>
      <ul className="grid border-t border-line">
        {documents.map((document) => (
          <li
            key={document.number}
            className="flex justify-between items-center gap-4 py-3 border-b border-line"
          >
            <DocumentWords document={document} />
            <a
              className="btn btn-secondary btn-sm"
              href={`/api/orders/${orderId}/documents/${document.number}?${new URLSearchParams({ key })}`}
              download={`${document.number}.pdf`}
              aria-label={m.documents_save({ name: kindNames[document.kind](), number: document.number })}
            >
              PDF
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
