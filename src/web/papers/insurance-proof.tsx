import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Document, OrderInsurance } from "#contract/account/papers.ts";
import { addDays } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { DocumentUpload } from "./document-upload.tsx";
import { Fact } from "./fact.tsx";
import { InsuranceForm } from "./insurance-form.tsx";
import { insuranceQuery } from "./queries.ts";
import { StatusNotice } from "./status-notice.tsx";

/**
 * The proof of the renter's own liability insurance for an order: its status, and a place to hand it in or to
 * renew it. Shows nothing if the order needs no proof.
 */
export function InsuranceProof({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useQuery(insuranceQuery(orderId));
  if (!data) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      {data.isNeeded && <Needed orderId={orderId} insurance={data} />}
    </>
  );
}

/** The proof of insurance as a part of the order's page, if the order needs one. */
export function InsuranceSection({ orderId }: { orderId: string }) {
  const { data } = useQuery(insuranceQuery(orderId));
  if (!data?.isNeeded) return null;
  return (
    <section className="stack no-print" aria-labelledby="trip-insurance">
      <h2 className="h3" id="trip-insurance">
        {m.papers_trip_title()}
      </h2>
      <InsuranceProof orderId={orderId} />
    </section>
  );
}

function Needed({ orderId, insurance }: { orderId: string; insurance: OrderInsurance }) {
  const { verification, coveredUntil, isRenewalDue, returnDate, proofs } = insurance;
  const [newest] = proofs;
  const isWhole = coveredUntil !== null && coveredUntil >= returnDate;
  const isOpen = verification.status === "none" || verification.status === "declined" || isRenewalDue;
  return (
    <div className="grid gap-6 content-start">
      <StatusNotice subject="insurance_proof" verification={verification}>
        {coveredUntil && (
          <p className="mt-1">
            {isWhole
              ? m.papers_covered_whole()
              : m.papers_covered_until({
                  date: showDate(coveredUntil),
                  day: showDate(addDays(coveredUntil, 1)),
                })}
          </p>
        )}
      </StatusNotice>
      {isRenewalDue && verification.status !== "submitted" && coveredUntil && (
        <Notice kind="warn">{m.papers_renewal_due({ date: showDate(coveredUntil) })}</Notice>
      )}
      {newest && newest.verification.status !== "declined" && (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-x-4 gap-y-3 wrap-anywhere text-sm/[inherit]">
          <Fact name={m.papers_insurer()} value={newest.insurer} />
          <Fact name={m.papers_policy()} value={newest.policyNumber} />
          <Fact
            name={m.papers_valid()}
            value={m.papers_from_until({
              from: showDate(newest.validFrom),
              until: showDate(newest.validUntil),
            })}
          />
        </dl>
      )}
      {isOpen ? (
        <Hand orderId={orderId} insurance={insurance} />
      ) : (
        !isWhole && (
          <details className="edit">
            <summary className="btn btn-secondary btn-sm">
              {verification.status === "submitted" ? m.papers_proof_replace() : m.papers_proof_next()}
            </summary>
            <Hand orderId={orderId} insurance={insurance} />
          </details>
        )
      )}
    </div>
  );
}

function Hand({ orderId, insurance }: { orderId: string; insurance: OrderInsurance }) {
  const cache = useQueryClient();
  const [document, setDocument] = useState<Document>();
  const [lacksDocument, setLacking] = useState(false);
  return (
    <div className="grid gap-6 content-start">
      <p className="hint">{m.papers_proof_hint()}</p>
      <div className="max-w-104">
        <DocumentUpload
          kind="insurance_proof"
          label={m.papers_proof_picture()}
          document={document}
          error={lacksDocument && !document ? m.papers_proof_missing() : undefined}
          onUploaded={setDocument}
        />
      </div>
      <InsuranceForm
        orderId={orderId}
        insurance={insurance}
        documentId={document?.id}
        onLacking={() => setLacking(true)}
        onSaved={(saved) => {
          setDocument(undefined);
          setLacking(false);
          cache.setQueryData(insuranceQuery(orderId).queryKey, saved);
          toast({ title: m.papers_proof_submitted() });
        }}
      />
    </div>
  );
}
