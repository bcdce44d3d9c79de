import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { QueuedVerification } from "#contract/admin/papers.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { RefreshButton } from "#web/admin/refresh-button.tsx";
import { Empty, Failed, Waiting } from "#web/admin/states.tsx";
import { Tabs } from "#web/admin/tabs.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { type QueueStatus, verificationsKey, verificationsQuery } from "#web/papers/queries.ts";
import { QueueList } from "./queue-list.tsx";
import { useKeys } from "./use-keys.ts";
import { VerificationDetail } from "./verification-detail.tsx";
import styles from "./verifications.module.css";

export const meta = () => pageMeta({ title: m.admin_papers_title() });

const states: readonly { id: QueueStatus; label: () => string }[] = [
  { id: "submitted", label: m.admin_papers_submitted },
  { id: "verified", label: m.admin_papers_verified },
  { id: "declined", label: m.admin_papers_declined },
  { id: "expired", label: m.admin_papers_expired },
];

/** Licences and proofs of insurance that somebody has to check, the oldest first, and what came of others. */
export default function VerificationsPage() {
  const [search, setSearch] = useSearchParams();
  const cache = useQueryClient();
  const status = states.find(({ id }) => id === search.get("status"))?.id ?? "submitted";
  const list = useInfiniteQuery(verificationsQuery(status));
  const found = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = found.find(({ id }) => id === search.get("id"));
  const [said, setSaid] = useState("");

  const show = (next: QueueStatus, id?: string) =>
    setSearch(
      { ...(next !== "submitted" && { status: next }), ...(id && { id }) },
      { replace: true, preventScrollReset: true },
    );
  const [first] = found;
  useKeys({ onNext: !chosen && first ? () => show(status, first.id) : undefined });
  const after = (id: string): string | undefined =>
    (found[found.findIndex((one) => one.id === id) + 1] ?? found.find((one) => one.id !== id))?.id;
  const askAgain = () => void cache.invalidateQueries({ queryKey: verificationsKey });
  const decided = (done: QueuedVerification) => {
    const words = done.status === "declined" ? m.admin_papers_did_decline : m.admin_papers_did_verify;
    setSaid(words({ name: done.account.name || done.account.email }));
    show(status, after(done.id));
    askAgain();
  };

  return (
    <>
      <AdminTitle title={m.admin_papers_title()}>
        <RefreshButton />
      </AdminTitle>
      <p className={said ? `note ${styles.said}` : "sr-only"} role="status">
        {said}
      </p>
      <Tabs
        label={m.admin_papers_title()}
        tabs={states.map(({ id, label }) => ({
          id,
          label: label(),
          count: status === id ? list.data?.pages[0]?.total || undefined : undefined,
        }))}
        current={status}
        onChoose={(next) => show(next)}
      >
        <Failed error={list.error} onRetry={() => void list.refetch()} />
        {list.isPending && <Waiting />}
        {list.data && found.length === 0 && <NothingHere isQueue={status === "submitted"} />}
        {found.length > 0 && (
          <div className={chosen ? `${styles.desk} ${styles.reading}` : styles.desk}>
            <div className={styles.list}>
              <QueueList found={found} chosen={chosen?.id} onChoose={(id) => show(status, id)} />
              {list.hasNextPage && (
                <button
                  className="btn btn-secondary btn-sm"
                  type="button"
                  aria-busy={list.isFetchingNextPage || undefined}
                  onClick={() => void list.fetchNextPage()}
                >
                  {m.admin_more()}
                </button>
              )}
            </div>
            {chosen ? (
              <VerificationDetail
                key={`${chosen.id} ${chosen.version} ${chosen.status}`}
                verification={chosen}
                onDecided={decided}
                onStale={askAgain}
                onNext={found.length > 1 ? () => show(status, after(chosen.id)) : undefined}
                onClose={() => show(status)}
              />
            ) : (
              <p className={`muted ${styles.hint}`}>{m.admin_papers_choose()}</p>
            )}
          </div>
        )}
      </Tabs>
    </>
  );
}

const NothingHere = ({ isQueue }: { isQueue: boolean }) => (
  <Empty icon="check" title={isQueue ? m.admin_papers_none() : m.admin_papers_none_other()}>
    {isQueue && <p>{m.admin_papers_none_text()}</p>}
  </Empty>
);
