import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { longestReason } from "#domain/text-lengths.ts";
import { personName } from "#domain/people/person-name.ts";
import { decideHostApplication, type HostApplication } from "#contract/admin/accounts.ts";
import { api } from "#web/api.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { makeStale } from "#web/make-stale.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { applicationsQuery } from "./queries.ts";

type DecisionChosen = { application: HostApplication; decision: "approved" | "declined" };

/** People who want to lend a car. The person who has waited longest comes first. */
export function HostApplications({ onChoose }: { onChoose: (accountId: string) => void }) {
  const list = useInfiniteQuery(applicationsQuery);
  const [asked, setAsked] = useState<DecisionChosen>();
  const applications = list.data?.pages.flatMap(({ items }) => items) ?? [];

  return (
    <>
      <p className="small muted">{m.admin_hosts_text()}</p>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.data && applications.length === 0 && <Empty icon="key" title={m.admin_hosts_none()} />}
      {applications.length > 0 && (
        <DataTable
          label={m.admin_users_hosts()}
          className="wordy"
          columns={columnsFor(onChoose, setAsked)}
          rows={applications}
          keyOf={({ id }) => id}
        />
      )}
      {list.hasNextPage && (
        <div className="admin-foot">
          <MoreButton list={list} label={m.admin_more()} />
        </div>
      )}
      {asked && <Decide {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Decide({ application, decision, onClose }: DecisionChosen & { onClose: () => void }) {
  const cache = useQueryClient();
  const reason = useRef<HTMLInputElement>(null);
  const isApproval = decision === "approved";
  const name = personName(application.account);
  const decide = useMutation({
    mutationFn: () =>
      api(decideHostApplication, {
        params: { id: application.id },
        body: { decision, reason: reason.current?.value ?? "" },
      }),
    onSuccess: () => {
      onClose();
      toast({
        title: isApproval ? m.admin_hosts_approved({ name }) : m.admin_hosts_declined({ name }),
        description: m.admin_users_emailed(),
      });
    },
    onSettled: () => makeStale(cache, "person"),
  });
  const lacksReason = failureCode(decide.error) === "reason_needed";

  return (
    <ConfirmDialog
      title={isApproval ? m.admin_hosts_approve_title({ name }) : m.admin_hosts_decline_title({ name })}
      confirm={isApproval ? m.admin_hosts_approve() : m.admin_hosts_decline()}
      isHarmless={isApproval}
      isBusy={decide.isPending}
      onConfirm={() => decide.mutate()}
      onClose={onClose}
    >
      <p>{isApproval ? m.admin_hosts_approve_text() : m.admin_hosts_decline_text()}</p>
      <TextField
        id="host-reason"
        ref={reason}
        label={m.admin_users_reason()}
        isOptional={isApproval}
        maxLength={longestReason}
        hint={m.admin_users_reason_is_emailed()}
        error={lacksReason ? m.admin_users_reason_missing() : undefined}
        isAlert={lacksReason}
      />
      {!lacksReason && <Failed error={decide.error} />}
    </ConfirmDialog>
  );
}

const columnsFor = (
  onChoose: (accountId: string) => void,
  onAsk: (asked: DecisionChosen) => void,
): Column<HostApplication>[] => [
  {
    id: "name",
    label: m.admin_users_name(),
    isName: true,
    cell: ({ account }) => (
      <>
        <button
          className="linklike font-label wrap-anywhere max-md:min-h-7"
          type="button"
          onClick={() => onChoose(account.id)}
        >
          <bdi>{personName(account)}</bdi>
        </button>
        <small>{account.email}</small>
      </>
    ),
  },
  {
    id: "phone",
    label: m.admin_users_phone(),
    cell: ({ account }) => <span className="num">{account.phone || "–"}</span>,
  },
  { id: "since", label: m.admin_hosts_since(), cell: ({ createdAt }) => showMoment(createdAt) },
  {
    id: "acts",
    label: m.admin_users_actions(),
    isLabelHidden: true,
    cell: (application) => {
      const name = personName(application.account);
      return (
        <div className="row-acts">
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            aria-label={m.admin_hosts_approve_label({ name })}
            onClick={() => onAsk({ application, decision: "approved" })}
          >
            {m.admin_hosts_approve()}
          </button>
          <button
            className="btn btn-quiet btn-sm"
            type="button"
            aria-label={m.admin_hosts_decline_label({ name })}
            onClick={() => onAsk({ application, decision: "declined" })}
          >
            {m.admin_hosts_decline()}
          </button>
        </div>
      );
    },
  },
];
