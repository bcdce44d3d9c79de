import type { AccountEvent } from "#contract/admin/accounts.ts";
import type { AuditAction } from "#domain/audit/audited-actions.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { permissionList, roleWord } from "./right-words.ts";

type Action = AuditAction<"user" | "permission">;

/** The words for every action that an account's history may show. A missing word doesn't compile. */
const actions: Record<Action, () => string> = {
  opened: m.admin_users_event_opened,
  changed: m.admin_users_event_profile_changed,
  deleted: m.audit_user_deleted,
  granted: m.admin_users_event_code_used,
  role: m.admin_users_event_permissions_changed,
  invited: m.audit_permission_invited,
  withdrawn: m.audit_permission_withdrawn,
  released: m.audit_permission_released,
  suspended: m.admin_users_event_suspended,
  restored: m.admin_users_event_restored,
  host_approved: m.admin_users_event_host_approved,
  host_declined: m.admin_users_event_host_declined,
  document_opened: m.admin_papers_document_opened,
  licence_verified: m.admin_papers_was_verified,
  licence_declined: m.admin_papers_was_declined,
  own_decided_alone: m.admin_orders_was_own_alone,
  payout_details: m.admin_users_event_payout_account_changed,
  payout_details_opened: m.audit_payout_details_opened,
  host_take_back: m.audit_user_host_take_back,
  host_write_off: m.audit_user_host_write_off,
  host_repayment: m.audit_user_host_repayment,
  host_adjustment_approved: m.audit_user_host_adjustment_approved,
  host_adjustment_approved_alone: m.audit_user_host_adjustment_approved_alone,
  host_adjustment_declined: m.audit_user_host_adjustment_declined,
  host_debt_asked: m.audit_user_host_debt_requested,
  payouts_held: m.admin_users_event_payouts_held,
  payouts_released: m.admin_users_event_payouts_released,
  factors_reset: m.admin_users_event_factors_reset,
};

/** An action that an earlier version recorded has no words. */
const actionWords = (action: string): string =>
  new Map<string, () => string>(Object.entries(actions)).get(action)?.() ?? action;

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
              <b>{actionWords(event.action)}</b> {rightsChange(event)}
            </p>
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
