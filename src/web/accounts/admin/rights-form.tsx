import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminUser, setRole as setRoleEndpoint } from "#contract/admin/accounts.ts";
import { longestReason } from "#domain/text-lengths.ts";
import { type Permission, type Role, roles } from "#domain/people/permissions.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { readFields } from "#web/ui/form/form-fields.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { adminUserQuery } from "./queries.ts";
import { AdminRole } from "./admin-role.tsx";
import { chosenPermissions } from "./permission-choices.tsx";
import { roleWord } from "./right-words.ts";

type RightsFormProps = { user: AdminUser; mine: readonly Permission[]; onDone: () => void };

/** An account's role and, for an administrator, its permissions. Choices stay until they are saved or given up. */
export function RightsForm({ user, ...props }: RightsFormProps) {
  const cache = useQueryClient();
  const [start, setStart] = useState({ round: 0, user });
  const startFrom = (seen: AdminUser) => setStart(({ round }) => ({ round: round + 1, user: seen }));
  const startAnew = async () => {
    await makeStale(cache, "person");
    startFrom(cache.getQueryData(adminUserQuery(user.id).queryKey) ?? user);
  };
  return (
    <RightsFields
      key={start.round}
      {...props}
      user={start.user}
      onSaved={startFrom}
      onStartAnew={() => void startAnew()}
    />
  );
}

type RightsFieldsProps = RightsFormProps & { onSaved: (saved: AdminUser) => void; onStartAnew: () => void };

/** The choices begin from `user`, and stay so when the account is read again. */
function RightsFields({ user, mine, onDone, onSaved, onStartAnew }: RightsFieldsProps) {
  const cache = useQueryClient();
  const seen = { role: user.role, permissions: user.permissions, isReadOnly: user.isReadOnly };
  const [role, setRole] = useState<Role>(seen.role);
  const change = useMutation({
    mutationFn: (body: { role: Role; permissions: Permission[]; isReadOnly: boolean; reason: string }) =>
      api(setRoleEndpoint, { params: { id: user.id }, body: { ...body, seen } }),
    onSuccess: async (saved) => {
      onDone();
      onSaved(saved);
      toast({ title: m.admin_users_rights_saved(), description: m.admin_users_rights_saved_text() });
      await makeStale(cache, "person");
    },
  });

  return (
    <form
      className="grid grid-cols-1 gap-3.5 pt-5 border-t border-line"
      aria-labelledby="person-rights"
      onSubmit={(event) => {
        event.preventDefault();
        const { reason } = readFields(event.currentTarget, ["reason"]);
        if (!change.isPending)
          change.mutate({
            role,
            permissions: role === "admin" ? chosenPermissions(event.currentTarget) : [],
            isReadOnly: role === "admin" && new FormData(event.currentTarget).has("isReadOnly"),
            reason,
          });
      }}
    >
      <h3 className="label" id="person-rights">
        {m.admin_users_rights()}
      </h3>
      <Field id="person-role" label={m.admin_users_role()}>
        <SelectFrame>
          <select
            className="control"
            id="person-role"
            defaultValue={seen.role}
            onChange={({ currentTarget }) =>
              setRole(roles.find((one) => one === currentTarget.value) ?? seen.role)
            }
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {roleWord(one)}
              </option>
            ))}
          </select>
        </SelectFrame>
      </Field>
      {role === "admin" && <AdminRole held={seen.permissions} mine={mine} />}
      {role === "admin" && (
        <label className="choice">
          <input type="checkbox" name="isReadOnly" defaultChecked={seen.isReadOnly} />
          <span>{m.admin_users_read_only()}</span>
        </label>
      )}
      <TextField
        id="person-rights-reason"
        name="reason"
        label={m.admin_users_reason()}
        isOptional
        maxLength={longestReason}
        hint={m.admin_users_reason_hint()}
      />
      {failureCode(change.error) === "stale" ? (
        <Notice kind="warn" isAlert>
          <p>{m.admin_users_rights_stale()}</p>
          <button className="btn btn-secondary btn-sm mt-2" type="button" onClick={onStartAnew}>
            {m.settings_stale_load()}
          </button>
        </Notice>
      ) : (
        <Failed error={change.error} />
      )}
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={change.isPending || undefined}>
          {m.admin_users_rights_save()}
        </button>
      </p>
    </form>
  );
}
