import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { QueuedVerification } from "#contract/admin/papers.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { RefreshButton } from "#web/admin/list/refresh-button.tsx";
import { Empty } from "#web/admin/list/empty.tsx";
import { useControlKeys } from "#web/admin/use-control-keys.ts";
import { useQueueAddress } from "#web/admin/use-queue-address.ts";
import { itemsOf, WorkQueue } from "#web/admin/work-queue.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { type QueueStatus, verificationsQuery } from "#web/papers/queries.ts";
import { showAge } from "#web/ui/format/moment.ts";
import { subjectName } from "./subject-name.ts";
import { VerificationDetail } from "./verification-detail.tsx";

export const meta = () => pageMeta({ title: m.admin_papers_title() });

const states: readonly { id: QueueStatus; label: () => string }[] = [
  { id: "submitted", label: m.admin_papers_submitted },
  { id: "verified", label: m.admin_papers_verified },
  { id: "declined", label: m.admin_papers_declined },
  { id: "expired", label: m.admin_papers_expired },
];

/** Licences and proofs of insurance that wait for a check, the oldest first, and those already decided. */
export default function VerificationsPage() {
  const cache = useQueryClient();
  const { state: status, chosenId, show } = useQueueAddress({ name: "status", states, usual: "submitted" });
  const list = useInfiniteQuery(verificationsQuery(status));
  const found = itemsOf(list);
  const chosen = found.find(({ id }) => id === chosenId);
  const [said, setSaid] = useState("");

  const [first] = found;
  useControlKeys({ ArrowDown: !chosen && first ? () => show(status, first.id) : undefined });
  const after = (id: string): string | undefined =>
    (found[found.findIndex((one) => one.id === id) + 1] ?? found.find((one) => one.id !== id))?.id;
  const askAgain = () => void makeStale(cache, "person");
  const decided = (done: QueuedVerification) => {
    const words = done.status === "declined" ? m.admin_papers_declined_name : m.admin_papers_verified_name;
    setSaid(words({ name: done.account.name || done.account.email }));
    show(status, after(done.id));
    askAgain();
  };

  return (
    <>
      <AdminTitle title={m.admin_papers_title()}>
        <RefreshButton />
      </AdminTitle>
      <p className={said ? `note mb-3` : "sr-only"} role="status">
        {said}
      </p>
      <WorkQueue
        title={m.admin_papers_title()}
        states={states}
        state={status}
        onState={(next) => show(next)}
        list={list}
        renderRow={({ account, submittedAt, subject }) => (
          <>
            <b className="truncate font-label">
              <bdi>{account.name || account.email}</bdi>
            </b>
            <span className="note num">{submittedAt && showAge(submittedAt)}</span>
            <span className="muted">{subjectName(subject)}</span>
          </>
        )}
        idOf={({ id }) => id}
        chosenId={chosen?.id}
        onChoose={(id) => show(status, id)}
        empty={<NothingHere isQueue={status === "submitted"} />}
        hint={m.admin_papers_choose()}
      >
        {chosen && (
          <VerificationDetail
            key={chosen.id}
            verification={chosen}
            onDecided={decided}
            onStale={askAgain}
            onNext={found.length > 1 ? () => show(status, after(chosen.id)) : undefined}
            onClose={() => show(status)}
          />
        )}
      </WorkQueue>
    </>
  );
}

const NothingHere = ({ isQueue }: { isQueue: boolean }) => (
  <Empty icon="check" title={isQueue ? m.admin_papers_none() : m.admin_papers_none_other()}>
    {isQueue && <p>{m.admin_papers_none_text()}</p>}
  </Empty>
);
