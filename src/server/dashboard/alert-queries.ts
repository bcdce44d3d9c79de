import { undecidedStates } from "#domain/payments/chargebacks.ts";
import type { OrderAttention } from "#domain/orders/attention.ts";
import type { Cents } from "#domain/money.ts";
import { overdueDays, type OverdueFigure } from "#domain/payments/finance.ts";
import { openRefundStatuses } from "#domain/payments/payments.ts";
import { lateConversation } from "#server/conversations/queries.ts";
import { attentionCondition, isAwaitedChange, overdueSince } from "#server/orders/attention-queries.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Database } from "#server/db/open-database.ts";
import { isOverdue } from "#server/db/owed-instalments.ts";
import { isOneOf } from "#server/db/schema/columns.ts";

type Rows = Pick<Database, "rows">;

export type AlertRow = {
  rule: string;
  count: number;
  newest: string;
  at: string;
  /** The order or the host of the newest case, if its page is where to act. */
  about?: string | null;
};

/** One rule: the number of cases, the newest case, when it joined, and, without a list, whose page to open. */
const alert = (rule: string, cases: string, about = "null") => `
  select '${rule}' as rule, count(*)::int as count, (array_agg(id::text order by joined desc, id desc))[1] as newest, ${isoText("max(joined)")} as at,
    (array_agg(${about}::text order by joined desc, id desc))[1] as about
  from (${cases}) as found having count(*) > 0`;

const ordersThat = (attention: OrderAttention, joined: string) =>
  `select id, ${joined} as joined from orders where ${attentionCondition[attention](() => "$1")} order by joined desc limit 1000`;

const overdueInstalments = (figure: OverdueFigure) =>
  `select id, due_on::timestamptz as joined from instalments
   where due_on between $1::timestamp::date - ${overdueDays[figure].to} and $1::timestamp::date - ${overdueDays[figure].from}
     and ${isOverdue({ today: "$1::timestamp::date", least: "$2::bigint" })} order by due_on desc limit 1000`;

const waitingVerifications = ["licences", "insurance_proofs"]
  .map(
    (table) =>
      `(select id, submitted_at as joined from ${table} where state = 'submitted' order by 2 desc limit 500)`,
  )
  .join(" union all ");

/** Payouts in a list for the bank, or left to Stripe, for ten business days: their money may have gone nowhere. */
const unrecordedPayouts = `select id, sent_at + interval '14 days' as joined
  from (select id, coalesce(taken_at, case when mode = 'stripe' then created_at end) as sent_at
    from payouts where status = 'made') as sent
  where sent_at < now() - interval '14 days' order by sent_at desc limit 1000`;

/**
 * Conditions that need attention, one row per rule. `now` is Los Angeles's date and time; an order that owes less
 * than `least` is never past due. Each rule counts to a thousand at most.
 */
export const readAlerts = ({ rows }: Rows, now: string, least: Cents): Promise<AlertRow[]> =>
  rows<AlertRow>(
    [
      alert(
        "emails_undelivered",
        "select id, created_on as joined from pgboss.job where name in ('letters-undelivered', 'texts-undelivered') and state < 'completed' limit 1000",
      ),
      alert("overdue", ordersThat("overdue", `${overdueSince}::timestamptz`)),
      alert("cars_out", ordersThat("car_out", "coalesce(trip_completed_at, pickup_date::timestamptz)")),
      alert("not_handed_over", ordersThat("not_handed_over", "pickup_date::timestamptz")),
      alert(
        "more_days_asked",
        `select order_changes.id, order_changes.created_at as joined from order_changes join orders on orders.id = order_changes.order_id
         where ${isAwaitedChange} order by order_changes.created_at desc limit 1000`,
      ),
      alert(
        "endings_to_decide",
        `select id, created_at as joined from order_endings where state = 'asked'
           or closed_at is null and exists (select from replacement_offers where ending_id = order_endings.id and is_open and needs_agreement)
         order by created_at desc limit 1000`,
      ),
      alert(
        "rentals_replaced",
        "select id, created_at as joined from order_endings where state = 'offered' order by created_at desc limit 1000",
      ),
      alert("unpaid_pickup", ordersThat("unpaid_pickup", "pickup_date::timestamptz")),
      alert("about_to_expire", ordersThat("about_to_expire", "expires_at")),
      alert("uninsured", ordersThat("uninsured", "return_date::timestamptz")),
      alert("low_readings", ordersThat("low_reading", "trip_completed_at")),
      alert("plan_without_car", ordersThat("without_car", "created_at")),
      alert("unprintable", ordersThat("unprintable", "created_at")),
      alert(
        "messages_waiting",
        `select id, waiting_since as joined from conversations where ${lateConversation} order by waiting_since desc limit 1000`,
      ),
      alert(
        "host_applications",
        "select id, created_at as joined from host_applications where status = 'pending' order by created_at desc limit 1000",
      ),
      alert("payments_past_due", overdueInstalments("overdue_month")),
      alert("payments_long_past_due", overdueInstalments("overdue_older")),
      alert(
        "chargebacks",
        `select id, created_at as joined from chargebacks where ${isOneOf("state", undecidedStates)} order by created_at desc limit 1000`,
      ),
      alert(
        "provider_events_dead",
        "select id, received_at as joined from webhook_events where status = 'dead' order by received_at desc limit 1000",
      ),
      alert(
        "books_differ",
        "select id, found_at as joined from reconciliation_differences where closed_at is null order by found_at desc limit 1000",
      ),
      alert(
        "corrections_waiting",
        "select id, created_at as joined from payment_corrections where status = 'awaiting_approval' order by created_at desc limit 1000",
      ),
      alert(
        "refunds_waiting",
        `select id, created_at as joined from refunds where ${isOneOf("status", openRefundStatuses)} order by created_at desc limit 1000`,
      ),
      alert(
        "disputes",
        "select id, answered_at as joined from charges where status = 'contested' order by answered_at desc limit 1000",
      ),
      alert("verifications", waitingVerifications),
      alert(
        "write_offs_waiting",
        "select id, created_at as joined from write_offs where status = 'awaiting_approval' order by created_at desc limit 1000",
      ),
      alert(
        "host_adjustments_waiting",
        "select id, host_id, created_at as joined from host_adjustments where status = 'awaiting_approval' order by created_at desc limit 1000",
        "host_id",
      ),
      alert(
        "payouts_flagged",
        "select order_id || ' ' || kind as id, found_at as joined from payout_flags where cleared_at is null order by found_at desc limit 1000",
      ),
      alert("payouts_unrecorded", unrecordedPayouts),
      alert(
        "pickups_denied",
        "select record_id as id, denied_at as joined from pickup_denials where decision is null order by denied_at desc limit 1000",
      ),
      alert(
        "host_cars_submitted",
        `select cars.id, coalesce(submitted_at, host_cars.created_at) as joined from cars join host_cars on host_cars.id = cars.id
         where listing_state = 'submitted' order by 2 desc limit 1000`,
      ),
      alert(
        "host_car_changes",
        "select id, waiting_since as joined from host_cars where waiting_since is not null order by waiting_since desc limit 1000",
      ),
    ].join(" union all "),
    [now, least],
  );
