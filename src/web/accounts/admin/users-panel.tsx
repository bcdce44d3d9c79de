import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { Tabs } from "#web/ui/tabs.tsx";
import { m } from "#web/paraglide/messages.js";
import { applicationsQuery } from "./queries.ts";
import { HostApplications } from "./host-applications.tsx";
import { Invitations } from "./invitations.tsx";
import { UserDialog } from "./user-dialog.tsx";
import { UsersList } from "./users-list.tsx";

const parts = ["people", "hosts", "invitations"] as const;

/**
 * All accounts, the people who want to become hosts, and the invitations for administrators. The address keeps the
 * open tab under names that other panels don't use.
 */
export function UsersPanel() {
  const [search, setSearch] = useSearchParams();
  const { data } = useInfiniteQuery(applicationsQuery);
  const part = parts.find((one) => one === search.get("people")) ?? "people";
  const chosen = search.get("user") ?? "";

  const put = (changes: Record<string, string>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <Tabs
        label={m.admin_users_title()}
        tabs={[
          { id: "people", label: m.admin_users_people() },
          { id: "hosts", label: m.admin_users_hosts(), count: data?.pages[0]?.total || undefined },
          { id: "invitations", label: m.admin_users_invitations() },
        ]}
        current={part}
        onChoose={(people) => put({ people: people === "people" ? "" : people })}
      >
        {part === "people" && (
          <UsersList
            filters={{ search: search.get("q") ?? "", role: search.get("role") ?? "" }}
            onFilter={({ search: q, role }) => put({ q, role })}
            onChoose={(user) => put({ user })}
          />
        )}
        {part === "hosts" && <HostApplications onChoose={(user) => put({ user })} />}
        {part === "invitations" && <Invitations />}
      </Tabs>
      {chosen && <UserDialog key={chosen} id={chosen} onClose={() => put({ user: "" })} />}
    </>
  );
}
