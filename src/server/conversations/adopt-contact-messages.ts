import type { AccountRow } from "#server/auth/accounts.ts";
import type { Database } from "#server/db/open-database.ts";

const wantedText = `
  select from contact_messages m
  where lower(m.email) = $1 and not exists (select from conversations c where c.contact_message_id = m.id) limit 1`;

/** What somebody wrote before they had an account, and our answer, as a conversation of theirs. */
const adoptText = `
  with taken as (
    select m.* from contact_messages m
    where lower(m.email) = $1 and not exists (select from conversations c where c.contact_message_id = m.id)
    for update skip locked
  ), begun as (
    insert into conversations (id, account_id, subject, language, contact_message_id, created_at, last_number, last_at,
      last_side, last_author_id, last_preview, renter_read_number, admin_unread, admin_read_number, waiting_since, closed_at)
    select m.id, $2, m.subject, m.language, m.id, m.created_at, case when m.answer is null then 1 else 2 end,
      coalesce(m.answered_at, m.created_at), case when m.answer is null then 'renter' else 'admin' end,
      case when m.answer is null then $2 else m.answered_by end,
      left(regexp_replace(coalesce(m.answer, m.message), '\\s+', ' ', 'g'), 140), 2,
      case when m.answer is null and m.closed_at is null then 1 else 0 end, 2,
      case when m.answer is null and m.closed_at is null then m.created_at end, m.closed_at
    from taken m on conflict do nothing returning id
  )
  insert into messages (id, conversation_id, number, side, author_id, text, language, created_at)
  select m.id, m.id, 1, 'renter', $2, m.message, m.language, m.created_at from taken m join begun on begun.id = m.id
  union all
  select gen_random_uuid(), m.id, 2, 'admin', m.answered_by, m.answer, m.language, m.answered_at
  from taken m join begun on begun.id = m.id where m.answer is not null`;

/**
 * What was written to us from somebody's address before they had an account, or without signing in, is a
 * conversation of theirs, once the address is confirmed.
 */
export async function adoptContactMessages(
  { rows }: Pick<Database, "rows">,
  { id, email }: Pick<AccountRow, "id" | "email">,
): Promise<void> {
  if (email === "") return;
  const address = email.toLowerCase();
  if ((await rows(wantedText, [address], "contact-messages-to-adopt")).length === 0) return;
  await rows(adoptText, [address, id]);
}
