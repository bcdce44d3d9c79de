import type { ReactNode } from "react";
import type { Verification } from "#contract/account/papers.ts";
import type { VerificationSubject } from "#domain/papers/verification.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice, type NoticeKind } from "#web/ui/notice.tsx";
import { reasonWords } from "./reason-words.ts";

const kinds: Record<Verification["status"], NoticeKind> = {
  none: "info",
  submitted: "info",
  verified: "good",
  declined: "bad",
  expired: "warn",
};

const words: Record<VerificationSubject, Record<Exclude<Verification["status"], "none">, () => string>> = {
  licence: {
    submitted: m.papers_license_submitted,
    verified: m.papers_license_verified,
    declined: m.papers_license_declined,
    expired: m.papers_license_expired,
  },
  insurance_proof: {
    submitted: m.papers_proof_submitted,
    verified: m.papers_proof_verified,
    declined: m.papers_proof_declined,
    expired: m.papers_proof_expired,
  },
};

/** The status of a check; for a declined paper also why and what to do. Shows nothing before there is a check. */
export function StatusNotice(props: {
  subject: VerificationSubject;
  verification: Verification;
  children?: ReactNode;
}) {
  const { subject, verification, children } = props;
  const { status, reasonCode, reason } = verification;
  if (status === "none") return null;
  return (
    <div role="status">
      <Notice kind={kinds[status]}>
        <b>{words[subject][status]()}</b>
        {status === "declined" && reasonCode && reasonCode !== "other" && (
          <p className="mt-1">{reasonWords[reasonCode]()}</p>
        )}
        {status === "declined" && reason && <p className="mt-1">{reason}</p>}
        {children}
      </Notice>
    </div>
  );
}
