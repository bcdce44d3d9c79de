import { day } from "#domain/durations.ts";
import { endedStatuses } from "#domain/orders/lifecycle.ts";
import { isOneOf } from "#server/db/schema/columns.ts";
import type { Retention } from "#domain/retention.ts";
import type { Services } from "#server/services.ts";

/** The most rows of one statement: a long first run goes on in the next hour, and no table is locked long. */
const atOnce = 5000;

/** The hour's job: deletes data that is older than the settings allow. */
export async function forgetOldData({
  database,
  config,
  now,
}: Pick<Services, "database" | "config" | "now">): Promise<void> {
  const { retention } = config;
  for (const [kept, statements] of Object.entries(forgetting) as [keyof Retention, string[]][]) {
    const before = new Date(now() - retention[kept] * day).toISOString();
    for (const statement of statements) await database.rows(statement, [before, atOnce]);
  }
}

/** The data that each setting is about. $1 is the instant before which data is old, $2 the most rows. */
export const forgetting: Record<keyof Retention, string[]> = {
  // Answered or not: nobody will answer such an old message.
  messages: [
    `delete from contact_messages where id in (select id from contact_messages where coalesce(answered_at, created_at) < $1::timestamptz limit $2)`,
    `delete from conversations where id in (
       select id from conversations where account_id is null and host_id is null and last_at < $1::timestamptz limit $2)`,
    // A reported conversation outlives the account of one of its two people, but not for ever.
    `delete from conversations where id in (
       select id from conversations
       where reported_at is not null and last_at < $1::timestamptz
         and exists (select from erasures where erasures.account_id in (conversations.account_id, conversations.host_id)) limit $2)`,
    // Addresses that were never confirmed, and those of former subscribers.
    `delete from email_subscriptions where id in (
       select id from email_subscriptions
       where (confirmed_at is null and created_at < $1::timestamptz) or unsubscribed_at < $1::timestamptz limit $2)`,
  ],
  emails: [
    `delete from emails where id in (select id from emails where created_at < $1::timestamptz limit $2)`,
    `delete from text_messages where id in (select id from text_messages where created_at < $1::timestamptz limit $2)`,
  ],
  /**
   * Dates and money of an old rental stay; its person's data goes. One made-up address replaces each person's, so
   * that customers are still counted right. No mailed link opens the order anymore.
   */
  orders: [
    `with old as (
       select id, lower(customer_email) as email from orders
       where ${isOneOf("status", endedStatuses)} and return_date < $1::timestamptz::date and customer_email not like '%@deleted.invalid' limit $2
     ), person as (
       select email, gen_random_uuid() || '@deleted.invalid' as nobody from (select distinct email from old) as each
     ), forgotten as (
       update orders set customer_name = '', customer_email = person.nobody, customer_phone = '', pickup_location = '', payment_card = null,
         placed_from = null, key_hash = gen_random_uuid()::text, request_hash = gen_random_uuid()::text, account_id = null
       from old join person using (email) where orders.id = old.id returning orders.id
     ), unwritten as (
       delete from emails using forgotten where emails.order_id = forgotten.id
     ), unchanged as (
       delete from order_changes using forgotten where order_changes.order_id = forgotten.id
     ), unreviewed as (
       update reviews set author_id = null, author_name = '' from forgotten where reviews.order_id = forgotten.id
     ), unnoted as (
       delete from order_notes using forgotten where order_notes.order_id = forgotten.id
     ), undriven as (
       delete from order_drivers using forgotten where order_drivers.order_id = forgotten.id
     ), uninsured as (
       delete from insurance_proofs using forgotten where insurance_proofs.order_id = forgotten.id
     )
     update audit_events set before = null, after = null, reason = null
     from forgotten where entity = 'order' and entity_id = forgotten.id::text`,
    // Drivers of orders whose data was removed before their drivers' data.
    `delete from order_drivers where id in (
       select order_drivers.id from order_drivers join orders on orders.id = order_id
       where customer_email like '%@deleted.invalid' and return_date < $1::timestamptz::date limit $2)`,
  ],
  // The audit trail still says what was done, to what and by whom; the values in it go.
  audit: [
    `update audit_events set before = null, after = null, reason = null
     where id in (
       select id from audit_events
       where at < $1::timestamptz and (before is not null or after is not null or reason is not null) limit $2)`,
  ],
};
