import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { QueuedVerification } from "#contract/admin/papers.ts";
import type { VerificationStatus } from "#domain/papers/verification.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { verificationsOfQuery } from "#web/papers/queries.ts";
import { subjectName } from "./subject-name.ts";
import { VerificationBody } from "./verification-detail.tsx";
import styles from "./verifications.module.css";

const badges: Record<VerificationStatus, { className: string; label: () => string }> = {
  none: { className: "badge", label: m.admin_papers_submitted },
  submitted: { className: "badge badge-pending", label: m.admin_papers_submitted },
  verified: { className: "badge badge-good", label: m.admin_papers_verified },
  declined: { className: "badge badge-bad", label: m.admin_papers_declined },
  expired: { className: "badge badge-cancelled", label: m.admin_papers_expired },
};

/** The licence and the proofs of insurance of one person, for administrators who check people. */
export function PapersOf({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery(verificationsOfQuery(accountId));
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      {!data && !error && <Waiting />}
      {data?.length === 0 && <p className="muted">{m.admin_papers_of_none()}</p>}
      {data?.map((verification) => (
        <Paper key={verification.id} verification={verification} />
      ))}
    </>
  );
}

/** The pictures are fetched only when somebody opens this paper: each opening is recorded. */
function Paper({ verification }: { verification: QueuedVerification }) {
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const askAgain = () => void makeStale(cache, "person");
  const { className, label } = badges[verification.status];
  return (
    <details className={styles.paper} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {subjectName(verification.subject)}
        {verification.insurance && <span className="num">{verification.insurance.order.orderNumber}</span>}
        <span className={className}>{label()}</span>
      </summary>
      {isOpen && (
        <VerificationBody
          verification={verification}
          onDecided={askAgain}
          onStale={askAgain}
          onNext={undefined}
        />
      )}
    </details>
  );
}
