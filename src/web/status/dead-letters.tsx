import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type DeadLetter,
  discardDeadLetter,
  retryDeadLetter,
  retryDeadLetters,
} from "#contract/admin/status.ts";
import { api } from "#web/api.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { makeStale } from "#web/make-stale.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { statusQuery } from "./queries.ts";

type DeadLetterAction = { kind: "retry" | "discard"; id: string } | { kind: "retry_all" };

function perform(action: DeadLetterAction): Promise<{ count: number }> {
  if (action.kind === "retry_all") return api(retryDeadLetters);
  const sent = { params: { id: action.id } };
  if (action.kind === "retry") return api(retryDeadLetter, sent);
  return api(discardDeadLetter, sent);
}

/** Deliveries that we gave up: why, and buttons to try again or to discard them. */
export function DeadLetters({ dead, total }: { dead: readonly DeadLetter[]; total: number }) {
  const cache = useQueryClient();
  const [discarding, setDiscarding] = useState<DeadLetter>();
  const act = useMutation({
    mutationFn: perform,
    onSuccess: ({ count }, { kind }) => {
      setDiscarding(undefined);
      toast({ title: kind === "discard" ? m.admin_dead_discarded() : m.admin_dead_retried({ count }) });
    },
    onSettled: () => makeStale(cache, statusQuery),
  });
  const start = (action: DeadLetterAction) => !act.isPending && act.mutate(action);

  return (
    <section className="grid grid-cols-1 gap-2.5" aria-labelledby="dead-title">
      <header className="flex flex-wrap justify-between items-end gap-x-6 gap-y-3">
        <h2 className="h3" id="dead-title">
          {m.admin_dead_title()}
        </h2>
        {dead.length > 1 && (
          <button
            className="btn btn-secondary"
            type="button"
            aria-busy={act.isPending || undefined}
            onClick={() => start({ kind: "retry_all" })}
          >
            <AdminIcon name="refresh" />
            {m.admin_dead_retry_all()}
          </button>
        )}
      </header>
      {!discarding && <Failed error={act.error} />}
      {dead.length === 0 ? (
        <Empty icon="check" title={m.admin_dead_none()} />
      ) : (
        <>
          <DataTable
            label={m.admin_dead_title()}
            className="wordy"
            columns={columnsFor(start, setDiscarding)}
            rows={dead}
            keyOf={({ id }) => id}
          />
          <p className="note num">
            {m.admin_shown({ shown: showNumber(dead.length), total: showNumber(total) })}
          </p>
        </>
      )}
      {discarding && (
        <ConfirmDialog
          title={m.admin_dead_discard_title()}
          confirm={m.admin_dead_discard()}
          isBusy={act.isPending}
          onConfirm={() => start({ kind: "discard", id: discarding.id })}
          onClose={() => setDiscarding(undefined)}
        >
          <p>{m.admin_dead_discard_text({ recipient: discarding.recipient })}</p>
          <Failed error={act.error} />
        </ConfirmDialog>
      )}
    </section>
  );
}

const columnsFor = (
  onAct: (action: DeadLetterAction) => void,
  onDiscard: (dead: DeadLetter) => void,
): Column<DeadLetter>[] => [
  {
    id: "name",
    label: m.admin_dead_to(),
    isName: true,
    cell: ({ recipient, kind, letterKind, subject }) => (
      <>
        {recipient || "–"}
        <small>{kind === "text" ? m.admin_dead_text() : subject || letterKind}</small>
      </>
    ),
  },
  {
    id: "since",
    label: m.admin_dead_when(),
    cell: ({ failedAt, tries }) => (
      <>
        {showMoment(failedAt)}
        <small>{m.admin_dead_tries({ tries })}</small>
      </>
    ),
  },
  {
    id: "error",
    label: m.admin_dead_error(),
    cell: ({ error }) => <span className="text-ink-soft text-[0.8125rem]/[inherit]">{error || "–"}</span>,
  },
  {
    id: "acts",
    label: m.admin_users_actions(),
    isLabelHidden: true,
    cell: (dead) => (
      <div className="row-acts">
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-label={m.admin_dead_retry_label({ recipient: dead.recipient })}
          onClick={() => onAct({ kind: "retry", id: dead.id })}
        >
          {m.admin_dead_retry()}
        </button>
        <button
          className="btn btn-quiet btn-sm"
          type="button"
          aria-label={m.admin_dead_discard_label({ recipient: dead.recipient })}
          onClick={() => onDiscard(dead)}
        >
          {m.admin_dead_discard()}
        </button>
      </div>
    ),
  },
];
