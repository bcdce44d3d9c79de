import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { decideVerification, type QueuedVerification } from "#contract/admin/papers.ts";
import type { DeclineReason } from "#domain/papers/verification.ts";
import { api, ApiError } from "#web/api.ts";
import { Failed } from "#web/session/states.tsx";
import { useControlKeys } from "#web/admin/use-control-keys.ts";
import { m } from "#web/paraglide/messages.js";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { Notice } from "#web/ui/notice.tsx";
import { DeclineForm } from "./decline-form.tsx";

type Decision =
  | { decision: "verified" }
  | { decision: "declined"; reasonCode: DeclineReason; reason: string };
type Props = {
  verification: QueuedVerification;
  onDecided: (decided: QueuedVerification) => void;
  onStale: () => void;
  onNext: (() => void) | undefined;
};

const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** Verifies a paper, or declines it with a reason; by mouse or by keys. */
export function DecisionForm({ verification, onDecided, onStale, onNext }: Props) {
  const { id, version } = verification;
  const [isDeclining, setDeclining] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (decision: Decision) =>
      api(decideVerification, { params: { id }, body: { ...decision, version } }),
    onSuccess: onDecided,
    onError: (failure) => {
      if (!isStale(failure)) return;
      refused(m.admin_papers_changed());
      onStale();
    },
  });
  const refused = useRefusal(error);
  const verify = () => {
    if (!isPending) mutate({ decision: "verified" });
  };
  useControlKeys({
    Enter: isDeclining ? undefined : verify,
    Backspace: () => setDeclining(true),
    ArrowDown: onNext,
  });

  return (
    <div className="grid gap-3">
      {isStale(error) ? (
        <Notice kind="warn" isAlert>
          {m.admin_papers_changed()}
        </Notice>
      ) : (
        <Failed error={error} />
      )}
      <div className="flex flex-wrap gap-2">
        <button
          className="btn btn-primary"
          type="button"
          aria-keyshortcuts="Control+Enter"
          aria-busy={(isPending && !isDeclining) || undefined}
          onClick={verify}
        >
          {m.admin_papers_verify()}
        </button>
        <button
          className="btn btn-secondary"
          type="button"
          aria-keyshortcuts="Control+Backspace"
          aria-expanded={isDeclining}
          onClick={() => setDeclining(!isDeclining)}
        >
          {m.admin_papers_decline()}
        </button>
        {onNext && (
          <button
            className="btn btn-quiet"
            type="button"
            aria-keyshortcuts="Control+ArrowDown"
            onClick={onNext}
          >
            {m.admin_papers_next()}
          </button>
        )}
      </div>
      <p className="hint hidden pointer-fine:block">{m.admin_papers_keys()}</p>
      {isDeclining && (
        <DeclineForm
          verification={verification}
          isSending={isPending}
          onDecline={(reasonCode, reason) => mutate({ decision: "declined", reasonCode, reason })}
        />
      )}
    </div>
  );
}
