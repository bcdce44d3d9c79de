import { useEffect, useRef } from "react";
import type { QueuedVerification } from "#contract/admin/papers.ts";
import type { DocumentKind } from "#domain/papers/documents.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { BackToQueue } from "#web/admin/work-queue.tsx";
import { m } from "#web/paraglide/messages.js";
import { reasonWords } from "#web/papers/reason-words.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { DecisionForm } from "./decision-form.tsx";
import { subjectName } from "./subject-name.ts";
import { TypedFacts } from "./typed-facts.tsx";
import { ZoomPicture } from "./zoom-picture.tsx";

const names: Record<DocumentKind, () => string> = {
  licence_front: m.papers_front,
  licence_back: m.papers_back,
  passport: m.papers_passport,
  translation: m.papers_translation,
  insurance_proof: m.papers_proof_picture,
};

type Props = {
  verification: QueuedVerification;
  onDecided: (decided: QueuedVerification) => void;
  /** Called when somebody else has changed the verification in the meantime. */
  onStale: () => void;
  onNext: (() => void) | undefined;
  onClose: () => void;
};

/** One licence or proof: its pictures side by side, the typed facts beside them, and the decision. */
export function VerificationDetail({ verification, onDecided, onStale, onNext, onClose }: Props) {
  const { account, subject } = verification;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <article className="grid gap-5 min-w-0">
      <header>
        <BackToQueue onClose={onClose}>{m.admin_papers_back()}</BackToQueue>
        <h2 className="h3 wrap-anywhere outline-none" ref={heading} tabIndex={-1}>
          <bdi>{account.name || account.email}</bdi>
        </h2>
        <p className="muted">
          {subjectName(subject)} · <bdi>{account.email}</bdi>
        </p>
      </header>
      <VerificationBody verification={verification} onDecided={onDecided} onStale={onStale} onNext={onNext} />
    </article>
  );
}

/** The pictures, the typed facts, and the decision. */
export function VerificationBody(props: Omit<Props, "onClose">) {
  const { verification, onDecided, onStale, onNext } = props;
  const { id, documents, status } = verification;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(17rem,21rem)] gap-6 items-start max-[75rem]:grid-cols-1">
      <section
        className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4"
        aria-label={m.admin_papers_pictures()}
      >
        {documents.map((document) => (
          <ZoomPicture key={document.id} document={document} name={names[document.kind]()} />
        ))}
        {documents.length === 0 && <p className="muted">{m.admin_papers_no_pictures()}</p>}
      </section>
      <section className="grid gap-4" aria-labelledby={`says-${id}`}>
        <h3 className="label" id={`says-${id}`}>
          {m.admin_papers_says()}
        </h3>
        <TypedFacts verification={verification} />
        {status === "submitted" ? (
          <DecisionForm verification={verification} onDecided={onDecided} onStale={onStale} onNext={onNext} />
        ) : (
          <Decided verification={verification} />
        )}
      </section>
    </div>
  );
}

function Decided({ verification }: { verification: QueuedVerification }) {
  const { status, decidedBy, decidedAt, reasonCode, reason, language } = verification;
  if (!decidedAt) return null;
  const what = status === "declined" ? m.admin_papers_declined() : m.admin_papers_verified();
  return (
    <div className="grid gap-3 px-4 py-3.5 rounded-md bg-sunken text-sm/[inherit]">
      <p>
        {m.admin_papers_decided({ what, name: actorName(decidedBy ?? ""), moment: showMoment(decidedAt) })}
      </p>
      {reasonCode && reasonCode !== "other" && <p className="muted">{reasonWords[reasonCode]()}</p>}
      {reason && (
        <p className="muted" lang={language}>
          {reason}
        </p>
      )}
    </div>
  );
}
