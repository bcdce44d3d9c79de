import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Invitation, inviteAdministrator, withdrawInvitation } from "#contract/admin/invitations.ts";
import type { Permission } from "#domain/people/permissions.ts";
import { api } from "#web/api.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { type Column, DataTable } from "#web/ui/list/data-table.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { invitationsQuery } from "./queries.ts";
import { FreshCode } from "#web/accounts/settings/fresh-code.tsx";
import { makeStale } from "#web/make-stale.ts";
import { chosenPermissions, PermissionChoices } from "./permission-choices.tsx";
import { permissionList } from "./right-words.ts";

/**
 * Codes that make administrators: made here, shown once, listed, and withdrawn while nobody has used them.
 */
export function Invitations() {
  const cache = useQueryClient();
  const { data: me } = useQuery(currentUserQuery);
  const { data: invitations, error, refetch } = useQuery(invitationsQuery);
  const [isEmpty, setEmpty] = useState(false);
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const refresh = () => makeStale(cache, invitationsQuery);
  const make = useMutation({
    mutationFn: (permissions: Permission[]) => api(inviteAdministrator, { body: { permissions } }),
    onSuccess: refresh,
  });

  return (
    <div className="grid grid-cols-[minmax(16rem,22rem)_minmax(0,1fr)] gap-x-[clamp(1.5rem,4vw,4rem)] gap-y-8 items-start max-[62rem]:grid-cols-1">
      <section className="grid grid-cols-1 gap-3.5" aria-labelledby="invite-title">
        <h2 className="h3" id="invite-title">
          {m.admin_invite_title()}
        </h2>
        <p className="small muted">{m.admin_invite_text()}</p>
        {make.data ? (
          <FreshCode
            code={make.data.code}
            expiresAt={make.data.invitation.expiresAt}
            onDone={() => make.reset()}
          />
        ) : (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              const permissions = chosenPermissions(event.currentTarget);
              setEmpty(permissions.length === 0);
              if (permissions.length && !make.isPending) make.mutate(permissions);
            }}
          >
            <PermissionChoices held={[]} mine={me?.adminPermissions ?? []} />
            {isEmpty && (
              <Notice kind="bad" isAlert>
                {m.admin_invite_empty()}
              </Notice>
            )}
            <Failed error={make.error} />
            <p>
              <button className="btn btn-primary" type="submit" aria-busy={make.isPending || undefined}>
                {m.admin_invite_make()}
              </button>
            </p>
          </form>
        )}
      </section>
      <section className="grid grid-cols-1 gap-3.5" aria-labelledby="invited-title">
        <h2 className="h3" id="invited-title">
          {m.admin_invite_list()}
        </h2>
        <Failed error={error} onRetry={() => void refetch()} />
        {!invitations && !error && <Waiting />}
        {invitations?.length === 0 && <Empty icon="key" title={m.admin_invite_none()} />}
        {invitations && invitations.length > 0 && (
          <DataTable
            label={m.admin_invite_list()}
            className="wordy"
            columns={columnsFor(setWithdrawing)}
            rows={invitations}
            keyOf={({ id }) => id}
          />
        )}
      </section>
      {withdrawing && (
        <Withdraw invitation={withdrawing} onClose={() => setWithdrawing(undefined)} onDone={refresh} />
      )}
    </div>
  );
}

function Withdraw({
  invitation,
  onClose,
  onDone,
}: {
  invitation: Invitation;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const withdraw = useMutation({
    mutationFn: () => api(withdrawInvitation, { params: { id: invitation.id } }),
    onSuccess: () => {
      onClose();
      toast({ title: m.admin_invite_withdrawn() });
    },
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      title={m.admin_invite_withdraw_title()}
      confirm={m.admin_invite_withdraw()}
      isBusy={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      <p>{m.admin_invite_withdraw_text()}</p>
      <Failed error={withdraw.error} />
    </ConfirmDialog>
  );
}

const isOpen = ({ usedAt, expiresAt }: Invitation): boolean =>
  usedAt === null && Date.parse(expiresAt) > Date.now();

function stateOf(invitation: Invitation): string {
  if (invitation.usedAt)
    return m.admin_invite_used({ name: invitation.usedBy ?? "–", moment: showMoment(invitation.usedAt) });
  const moment = showMoment(invitation.expiresAt);
  return isOpen(invitation) ? m.admin_invite_until({ moment }) : m.admin_invite_expired({ moment });
}

const columnsFor = (onWithdraw: (invitation: Invitation) => void): Column<Invitation>[] => [
  {
    id: "name",
    label: m.admin_users_permissions(),
    isName: true,
    cell: ({ permissions }) => permissionList(permissions),
  },
  {
    id: "made",
    label: m.admin_invite_made(),
    cell: ({ createdAt, createdBy }) => (
      <>
        {showMoment(createdAt)}
        <small>{createdBy ?? m.admin_actor_command_line()}</small>
      </>
    ),
  },
  { id: "state", label: m.admin_users_state(), cell: stateOf },
  {
    id: "acts",
    label: m.admin_users_actions(),
    isLabelHidden: true,
    cell: (invitation) =>
      isOpen(invitation) && (
        <div className="row-acts">
          <button
            className="btn btn-quiet btn-sm"
            type="button"
            aria-label={m.admin_invite_withdraw_label({
              permissions: permissionList(invitation.permissions),
            })}
            onClick={() => onWithdraw(invitation)}
          >
            {m.admin_invite_withdraw()}
          </button>
        </div>
      ),
  },
];
