import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { issueStatement, listOrderDocuments, type OrderDocumentShown } from "#contract/documents.ts";
import { api, pathOf } from "#web/api.ts";
import { download } from "#web/download.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { documentErrorWords } from "./document-error-words.ts";
import { toast } from "#web/ui/toast.ts";
import { DocumentWords } from "./document-words.tsx";
import { kindNames } from "./kind-names.ts";
import { agreementQuery, documentsQuery } from "./queries.ts";

type OfOrder = { orderId: string; hasAgreement: boolean };

/** The documents on a trip's page: the agreement, until the renter accepts it, and all issued documents. */
export function DocumentsSection({ orderId, hasAgreement }: OfOrder) {
  const { data: agreement } = useQuery({ ...agreementQuery(orderId), enabled: hasAgreement });
  const { data: documents = [] } = useQuery(documentsQuery(orderId));
  const isToAccept = hasAgreement && agreement?.accepted === null;
  if (!isToAccept && documents.length === 0) return null;
  return (
    <section className="stack no-print" aria-labelledby="trip-documents">
      <h2 className="h3" id="trip-documents">
        {m.documents_title()}
      </h2>
      {isToAccept && (
        <>
          <p>{m.documents_agreement_wanted()}</p>
          <p>
            <Link className="btn btn-primary" to={`/dashboard/trips/${orderId}/agreement`}>
              {m.documents_agreement_read()}
            </Link>
          </p>
        </>
      )}
      <DocumentList orderId={orderId} documents={documents} />
    </section>
  );
}

/** Shows administrators the same, without anything to accept. */
export function AdminDocuments({ orderId }: { orderId: string }) {
  const { data: documents = [] } = useQuery(documentsQuery(orderId));
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="admin-order-documents">
      <h3 id="admin-order-documents">{m.documents_title()}</h3>
      <div className="grid gap-3">
        <DocumentList orderId={orderId} documents={documents} />
      </div>
    </section>
  );
}

function DocumentList({ orderId, documents }: { orderId: string; documents: OrderDocumentShown[] }) {
  if (documents.length === 0) return null;
  const hasMoney = documents.some(({ kind }) => kind !== "agreement" && kind !== "addendum");
  return (
    <>
      <ul className="grid border-t border-line">
        {documents.map((document) => (
          <DocumentRow key={document.number} orderId={orderId} document={document} />
        ))}
      </ul>
      {hasMoney && <StatementButton orderId={orderId} />}
    </>
  );
}

/** Issues a statement of the account's present state, and saves it. */
function StatementButton({ orderId }: { orderId: string }) {
  const cache = useQueryClient();
  const issuing = useMutation({
    mutationFn: async () => {
      const { number } = await api(issueStatement, { params: { id: orderId } });
      await save(orderId, number);
    },
    onError: tellFailure,
    onSettled: () => makeStale(cache, documentsQuery(orderId)),
  });
  return (
    <p>
      <button
        className="btn btn-secondary btn-sm"
        type="button"
        aria-busy={issuing.isPending || undefined}
        onClick={() => !issuing.isPending && issuing.mutate()}
      >
        {m.documents_state()}
      </button>
    </p>
  );
}

const save = (orderId: string, number: string) =>
  download({ path: `${pathOf(listOrderDocuments, { id: orderId })}/${number}`, name: `${number}.pdf` });

const tellFailure = (error: Error) =>
  toast({ title: m.documents_failed(), description: documentErrorWords(error), variant: "destructive" });

function DocumentRow({ orderId, document }: { orderId: string; document: OrderDocumentShown }) {
  const { number, kind } = document;
  const name = kindNames[kind]();
  const saving = useMutation({
    mutationFn: () => save(orderId, number),
    onError: tellFailure,
  });
  return (
    <li className="flex justify-between items-center gap-4 py-3 border-b border-line">
      <DocumentWords document={document} />
      <button
        className="btn btn-secondary btn-sm"
        type="button"
        aria-busy={saving.isPending || undefined}
        aria-label={m.documents_save({ name, number })}
        onClick={() => !saving.isPending && saving.mutate()}
      >
        PDF
      </button>
    </li>
  );
}
