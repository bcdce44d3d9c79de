import { can, type Permission, type RightsHolder } from "#domain/people/permissions.ts";

/** One of these permissions opens the list of an entry; `administrator` admits every administrator. */
type Gate = readonly [Permission, ...Permission[]] | "admin";

const money = ["manage_payments"] as const;
const papers = ["manage_users"] as const;
const people = ["manage_users"] as const;
const cars = ["manage_cars", "upload_data"] as const;
const full = ["all"] as const;
const anybody = "admin" as const;

/**
 * Every action that the audit trail records, by the thing it was done to, with the permissions that show its
 * entry. An action that isn't listed here can't be recorded, and an action without wording doesn't compile.
 */
export const auditedActions = {
  order: {
    placed: anybody,
    moved_in: anybody,
    deleted: anybody,
    status: anybody,
    car: anybody,
    host_accepted: anybody,
    host_declined: anybody,
    host_silent: anybody,
    pickup_denied: anybody,
    pickup_denial_dismissed: anybody,
    pickup_denial_upheld: anybody,
    email_confirmed: anybody,
    email_denied: anybody,
    agreement_accepted: anybody,
    driver_named: anybody,
    driver_removed: anybody,
    driver_agreed: anybody,
    driver_refused: anybody,
    own_decided_alone: anybody,
    review_reply: anybody,
    review_hidden: anybody,
    review_shown: anybody,
    // Handover, trip and return.
    condition_record: anybody,
    handover_override: anybody,
    car_back: anybody,
    return_denied: anybody,
    repair_days: anybody,
    repair_days_taken_back: anybody,
    days_freed: anybody,
    // Changes.
    handover_changed: anybody,
    rental_extended: anybody,
    rental_shortened: anybody,
    dates_changed: anybody,
    car_swapped: anybody,
    extension_asked: anybody,
    extension_declined: anybody,
    extension_withdrawn: anybody,
    extension_lapsed: anybody,
    pickup_asked: anybody,
    pickup_declined: anybody,
    pickup_withdrawn: anybody,
    pickup_lapsed: anybody,
    dates_asked: anybody,
    dates_declined: anybody,
    dates_withdrawn: anybody,
    dates_lapsed: anybody,
    swap_offered: anybody,
    swap_declined: anybody,
    swap_withdrawn: anybody,
    swap_lapsed: anybody,
    ended: anybody,
    ending_asked: anybody,
    ending_dismissed: anybody,
    replacement_agreed: anybody,
    // Papers.
    insurance_proof_verified: papers,
    insurance_proof_declined: papers,
    // Charges. Administrators who settle disputes see them too.
    charge_proposed: ["manage_payments", "manage_disputes"],
    charge_accepted: ["manage_payments", "manage_disputes"],
    charge_contested: ["manage_payments", "manage_disputes"],
    charge_decided: ["manage_payments", "manage_disputes"],
    charge_decided_alone: ["manage_payments", "manage_disputes"],
    charge_withdrawn: ["manage_payments", "manage_disputes"],
    // Money.
    payment: money,
    payment_taken_back: money,
    payment_moved: money,
    correction_approved: money,
    correction_approved_alone: money,
    correction_declined: money,
    charged_again: money,
    payment_method_removed: money,
    credit_returned: money,
    kept_waived: money,
    refund: money,
    refund_approved: money,
    refund_approved_alone: money,
    refund_declined: money,
    refund_withdrawn: money,
    refund_paid: money,
    refund_bounced: money,
    refund_by_provider: money,
    write_off: money,
    write_off_written: money,
    write_off_approved_alone: money,
    write_off_declined: money,
    write_off_taken_back: money,
    chargeback_open: money,
    chargeback_under_review: money,
    chargeback_won: money,
    chargeback_lost: money,
    difference_closed: money,
    provider_event_handled: money,
    payout_flag_cleared: money,
  },
  car: {
    added: cars,
    updated: cars,
    availability: cars,
    blocked: cars,
    unblocked: cars,
    retired: cars,
    restored: cars,
    deleted: cars,
    owner: cars,
    paper_opened: ["manage_cars"],
    draft: cars,
    submitted: cars,
    listed: cars,
    declined: cars,
    paused: cars,
    changes_accepted: cars,
    changes_declined: cars,
    changes_seen: cars,
    changes_taken_back: cars,
    own_decided_alone: cars,
  },
  user: {
    opened: people,
    changed: people,
    deleted: people,
    suspended: people,
    restored: people,
    host_approved: people,
    host_declined: people,
    factors_reset: people,
    own_decided_alone: people,
    document_opened: papers,
    licence_verified: papers,
    licence_declined: papers,
    payout_details: money,
    payout_details_opened: money,
    host_take_back: money,
    host_write_off: money,
    host_repayment: money,
    host_adjustment_approved: money,
    host_adjustment_approved_alone: money,
    host_adjustment_declined: money,
    host_debt_asked: money,
    payouts_held: money,
    payouts_released: money,
  },
  permission: { granted: people, role: people, invited: people, withdrawn: people, released: full },
  month: { closed: money, reopened: money, reopened_alone: money },
  payout: {
    payout_details_opened: money,
    payout_paid: money,
    payout_failed: money,
    payout_cancelled: money,
    payout_reversed_in_part: money,
    own_decided_alone: money,
  },
  setting: { changed: full },
  reply: { added: anybody, changed: anybody, deleted: anybody },
  import: { imported: cars, undone: cars, deleted: cars, rentals_moved_in: money, rentals_undone: money },
} as const satisfies Record<string, Record<string, Gate>>;

export type AuditEntity = keyof typeof auditedActions;
export type AuditAction<Entity extends AuditEntity = AuditEntity> = Entity extends AuditEntity
  ? keyof (typeof auditedActions)[Entity] & string
  : never;
export const auditEntities = Object.keys(auditedActions) as [AuditEntity, ...AuditEntity[]];

const mayRead = (holder: RightsHolder, gate: Gate): boolean =>
  gate === "admin" || gate.some((permission) => can(holder, permission));

/** The actions on one kind of entity that an administrator may see, by the same rule as `actionsFor`. */
export const actionsOn = (holder: RightsHolder, entity: AuditEntity): string[] =>
  actionsFor(holder).find((one) => one.entity === entity)?.actions ?? [];

/** The part of the trail that an administrator may see: of each entity, the actions whose list they may open. */
export const actionsFor = (holder: RightsHolder): { entity: AuditEntity; actions: string[] }[] =>
  auditEntities
    .map((entity) => ({
      entity,
      actions: Object.entries<Gate>(auditedActions[entity]).flatMap(([action, gate]) =>
        mayRead(holder, gate) ? [action] : [],
      ),
    }))
    .filter(({ actions }) => actions.length > 0);
