import type { AccountRow } from "#server/auth/accounts.ts";
import type { Database } from "#server/db/open-database.ts";

const isTheirs = "account_id is null and lower(visitor_email) = $1";
const wantedText = `select from conversations where ${isTheirs} limit 1`;

/** What was answered was answered by email: it is no news. */
const adoptText = `
  with adopted as (
    update conversations set account_id = $2, renter_unread = 0, renter_unread_since = null, renter_read_number = last_number,
      last_author_id = case when last_side = 'renter' then $2 else last_author_id end
    where ${isTheirs} returning id
  )
  update messages set author_id = $2 from adopted where conversation_id = adopted.id and side = 'renter'`;

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
  if ((await rows(wantedText, [address], "conversations-to-adopt")).length > 0)
    await rows(adoptText, [address, id]);
}
