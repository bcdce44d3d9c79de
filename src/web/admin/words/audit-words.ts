import type { AuditEntry } from "#contract/admin/audit.ts";
import { type AuditAction, auditEntities, type AuditEntity } from "#domain/audit/audited-actions.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { settingNames } from "#domain/site/business-settings.ts";
import { orderAction } from "#web/admin/words/order-actions.ts";
import { settingWords } from "#web/admin/words/setting-words.ts";
import { m } from "#web/paraglide/messages.js";
import { statusName } from "#web/ui/format/status-names.ts";

type OtherEntity = Exclude<AuditEntity, "order">;

/** The words for every action but those on orders, which have their own file. A missing word doesn't compile. */
const words: { [Entity in OtherEntity]: Record<AuditAction<Entity>, () => string> } = {
  car: {
    added: m.audit_car_added,
    updated: m.audit_car_updated,
    availability: m.audit_car_availability,
    blocked: m.audit_car_blocked,
    unblocked: m.audit_car_unblocked,
    retired: m.audit_car_retired,
    restored: m.audit_car_restored,
    deleted: m.audit_car_deleted,
    owner: m.audit_car_owner,
    paper_opened: m.audit_car_paper_opened,
    draft: m.audit_car_draft,
    submitted: m.audit_car_submitted,
    listed: m.audit_car_listed,
    declined: m.audit_car_declined,
    paused: m.audit_car_paused,
    changes_accepted: m.audit_car_changes_accepted,
    changes_declined: m.audit_car_changes_declined,
    changes_seen: m.audit_car_changes_seen,
    changes_taken_back: m.audit_car_changes_taken_back,
    own_decided_alone: m.admin_orders_was_own_alone,
  },
  user: {
    opened: m.audit_user_opened,
    changed: m.audit_user_changed,
    deleted: m.audit_user_deleted,
    suspended: m.admin_users_event_suspended,
    restored: m.admin_users_event_restored,
    host_approved: m.admin_users_event_host_approved,
    host_declined: m.admin_users_event_host_declined,
    factors_reset: m.admin_users_event_factors_reset,
    own_decided_alone: m.admin_orders_was_own_alone,
    document_opened: m.audit_user_document_opened,
    licence_verified: m.audit_user_licence_verified,
    licence_declined: m.audit_user_licence_declined,
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
  },
  permission: {
    granted: m.audit_permission_granted,
    role: m.admin_users_event_permissions_changed,
    invited: m.audit_permission_invited,
    withdrawn: m.audit_permission_withdrawn,
    released: m.audit_permission_released,
  },
  month: {
    closed: m.audit_month_closed,
    reopened: m.audit_month_reopened,
    reopened_alone: m.audit_month_reopened_alone,
  },
  payout: {
    payout_details_opened: m.audit_payout_details_opened,
    payout_paid: m.audit_payout_paid,
    payout_failed: m.audit_payout_failed,
    payout_cancelled: m.audit_payout_cancelled,
    payout_reversed_in_part: m.audit_payout_reversed_in_part,
    own_decided_alone: m.admin_orders_was_own_alone,
  },
  setting: { changed: m.audit_setting_changed },
  reply: {
    added: m.audit_reply_added,
    changed: m.audit_reply_changed,
    deleted: m.audit_reply_deleted,
  },
  import: {
    imported: m.audit_import_imported,
    undone: m.audit_import_undone,
    deleted: m.audit_import_deleted,
    rentals_moved_in: m.audit_import_rentals_moved_in,
    rentals_undone: m.audit_import_rentals_undone,
  },
};

/** The words for an action on anything but an order; undefined for an action from a former version. */
export const auditAction = (entity: string, action: string): string | undefined =>
  new Map(
    Object.entries<Record<string, () => string>>(words).flatMap(([known, actions]) =>
      known === entity ? Object.entries(actions) : [],
    ),
  ).get(action)?.();

/** The words for an action on an account or its rights; undefined for an action from a former version. */
export const accountAction = (action: string): string | undefined =>
  auditAction("user", action) ?? auditAction("permission", action);

/** The audit trail's word for a kind of entity; undefined for a kind from a former version. */
export function auditKind(entity: string): string | undefined {
  const known = auditEntities.find((one) => one === entity);
  return known && kindWords[known]();
}

export const kindWords: Record<AuditEntity, () => string> = {
  order: m.audit_kind_order,
  car: m.audit_kind_car,
  user: m.audit_kind_user,
  permission: m.audit_kind_permission,
  month: m.audit_kind_month,
  payout: m.audit_kind_payout,
  setting: m.audit_kind_setting,
  reply: m.audit_kind_reply,
  import: m.audit_kind_import,
};

/** An entry as a sentence. An action from a former version, no longer in use, is shown as it was written. */
export function auditWords(entry: AuditEntry): string {
  const [name, what] = [nameOf(entry), whatOf(entry)];
  return name ? m.audit_of({ name, what }) : what;
}

function whatOf({ entity, action, from, to, fields }: AuditEntry): string {
  if (entity === "order") {
    const status = orderStatuses.find((one) => one === to);
    return action === "status" && status ? statusName(status) : (orderAction(action, to) ?? action);
  }
  const said = auditAction(entity, action) ?? action;
  if (entity === "setting") return m.audit_setting_from_to({ from: from || "–", to: to || "–" });
  return fields.length > 0 ? m.audit_fields({ what: said, fields: fields.join(", ") }) : said;
}

function nameOf({ entity, entityId, label }: AuditEntry): string {
  const setting = entity === "setting" && settingNames.find((one) => one === entityId);
  return setting ? settingWords[setting]() : label;
}

type PlacedEntry = Pick<AuditEntry, "entityId" | "label" | "action"> & { entity: string };

/** The page that shows what an entry is about; undefined if it is gone or has no page. */
export function auditPlace({ entity, entityId, label, action }: PlacedEntry): string | undefined {
  if (action === "deleted" || action === "released") return undefined;
  // An invitation is in the list of people, because it belongs to nobody yet.
  if (entity === "permission" && (action === "invited" || action === "withdrawn")) return "/admin/users";
  if (entity === "car" && action === "retired") return "/admin/retired-cars";
  if (entity === "import" && action.startsWith("rentals_")) return "/admin/moving-in";
  const start = ownPages.get(entity);
  return start === undefined ? lists.get(entity) : label ? start + entityId : undefined;
}

/** The pages of single things, which are there while the thing has a name, and those that show all of a kind. */
const ownPages = new Map([
  ["order", "/admin/order-management?order="],
  ["car", "/admin/edit-car/"],
  ["user", "/admin/users/"],
  ["permission", "/admin/users/"],
]);
const lists = new Map([
  ["month", "/admin/finance"],
  ["payout", "/admin/payouts"],
  ["setting", "/admin/settings"],
  ["reply", "/admin/messages"],
  ["import", "/admin/upload"],
]);
