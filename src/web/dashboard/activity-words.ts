import type { Activity } from "#contract/admin/dashboard.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { m } from "#web/paraglide/messages.js";
import { auditAction, auditKind } from "#web/admin/words/audit-words.ts";
import { inBothLanguages } from "#web/admin/words/in-both.ts";
import { statusNames } from "#web/ui/format/status-names.ts";
import { orderAction } from "#web/admin/words/order-actions.ts";

type Sentence = (inputs: { name: string }) => string;

/** Sentences for events, by entity and action. */
const sentences = new Map<string, Sentence>(
  Object.entries({
    "order placed": m.admin_act_order_placed,
    "order car": m.admin_act_order_car,
    "order email_confirmed": m.admin_act_order_email_confirmed,
    "order email_denied": m.admin_act_order_email_denied,
    "order chargeback_open": m.admin_act_chargeback_open,
    "order chargeback_under_review": m.admin_act_chargeback_under_review,
    "order chargeback_won": m.admin_act_chargeback_won,
    "order chargeback_lost": m.admin_act_chargeback_lost,
    "order insurance_proof_verified": m.admin_act_proof_verified,
    "order insurance_proof_declined": m.admin_act_proof_declined,
    "user licence_verified": m.admin_act_licence_verified,
    "user licence_declined": m.admin_act_licence_declined,
    "car added": m.admin_act_car_added,
    "car updated": m.admin_act_car_updated,
    "car availability": m.admin_act_car_availability,
    "car blocked": m.admin_act_car_blocked,
    "car unblocked": m.admin_act_car_unblocked,
    "car retired": m.admin_act_car_retired,
    "car restored": m.admin_act_car_restored,
    "car deleted": m.admin_act_car_deleted,
    "import imported": m.admin_act_imported,
    "import undone": m.admin_act_import_undone,
    "user opened": m.admin_act_user_opened,
    "user changed": m.admin_act_user_changed,
    "user deleted": m.admin_act_user_deleted,
    "permission granted": m.admin_act_permission_granted,
    "permission invited": m.admin_act_permission_invited,
    "permission withdrawn": m.admin_act_permission_withdrawn,
    "permission released": m.admin_act_released,
  }),
);

const unnamed = new Map<string, () => string>([
  ["order", m.admin_act_an_order],
  ["car", m.admin_act_a_car],
  ["user", m.admin_act_a_person],
  ["permission", m.admin_act_a_person],
]);

/** An entry of the audit trail as a sentence. */
export function activityWords({ entity, action, label, to }: Activity): string {
  const name = label || (unnamed.get(entity)?.() ?? auditKind(entity) ?? entity);
  const status = orderStatuses.find((one) => one === to);
  if (entity === "order" && action === "status" && status)
    return m.admin_act_order_status({ name, status: inBothLanguages(statusNames[status]) });
  const sentence = sentences.get(`${entity} ${action}`);
  if (sentence) return sentence({ name });
  const words = entity === "order" ? orderAction(action, to ?? "") : auditAction(entity, action);
  return m.admin_act_other({ name, action: words ?? action });
}
