import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeConversation, type InboxConversation } from "#contract/admin/conversations.ts";
import { Failed } from "#web/session/states.tsx";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { SelectFrame } from "#web/ui/form/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { assigneesQuery } from "./queries.ts";

/** The administrator who takes care of a conversation. */
export function Assign({ conversation: { id, assignedTo } }: { conversation: InboxConversation }) {
  const client = useQueryClient();
  const { data: people = [] } = useQuery(assigneesQuery);
  const assign = useMutation({
    mutationFn: (to: string) =>
      api(changeConversation, {
        params: { id },
        body: { assignedTo: to || null, from: assignedTo?.id ?? null },
      }),
    onSettled: () => makeStale(client, "conversation"),
  });
  const known = people.some((person) => person.id === assignedTo?.id);
  return (
    <>
      <SelectFrame>
        <select
          className="control"
          aria-label={m.inbox_assigned_to()}
          disabled={assign.isPending}
          value={assign.isPending ? assign.variables : (assignedTo?.id ?? "")}
          onChange={({ currentTarget }) => assign.mutate(currentTarget.value)}
        >
          <option value="">{m.inbox_nobody()}</option>
          {assignedTo && !known && <option value={assignedTo.id}>{assignedTo.name}</option>}
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
        </select>
      </SelectFrame>
      {failureCode(assign.error) === "stale" ? (
        <Notice kind="warn" isAlert>
          {assignedTo ? m.inbox_assign_stale({ name: assignedTo.name }) : m.inbox_assign_stale_nobody()}
        </Notice>
      ) : (
        <Failed error={assign.error} />
      )}
    </>
  );
}
