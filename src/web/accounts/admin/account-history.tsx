import type { AccountEvent } from "#contract/admin/accounts.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { accountAction } from "#web/admin/words/audit-words.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { permissionList, roleWord } from "./right-words.ts";

/** What happened to an account, newest first. */
export function AccountHistory({ events }: { events: readonly AccountEvent[] }) {
  if (events.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-3.5 pt-5 border-t border-line" aria-labelledby="person-history">
      <h3 className="label" id="person-history">
        {m.admin_users_history()}
      </h3>
      <ul className="grid gap-3.5 wrap-anywhere">
        {events.map((event) => (
          <li key={`${event.at} ${event.action}`}>
            <p>
              <b>{accountAction(event.action) ?? event.action}</b>
            </p>
            {rightsChange(event) && <p>{rightsChange(event)}</p>}
            {event.reason && <p>{event.reason}</p>}
            <p className="note num">
              {m.admin_users_history_by({ moment: showMoment(event.at), name: actorName(event.by) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function rightsChange({ from, to }: AccountEvent): string {
  const [before, after] = [rights(from), rights(to)];
  if (before && after && before !== after) return m.admin_users_from_to({ before, after });
  return after;
}

function rights({ role, permissions, isReadOnly }: AccountEvent["from"]): string {
  if (!role) return "";
  if (role !== "admin" || !permissions) return roleWord(role);
  const held = [permissionList(permissions), ...(isReadOnly ? [m.admin_users_is_read_only()] : [])];
  return m.admin_users_role_with({ role: roleWord(role), permissions: held.join(m.admin_users_comma()) });
}
