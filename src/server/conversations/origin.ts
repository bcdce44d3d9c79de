import type { UnconfirmedMessage } from "#contract/conversations.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Database } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { announce } from "#server/events/announce.ts";
import type { Services } from "#server/services.ts";
import { conversationNotFound } from "./access.ts";

const mostListed = 50;
const isOpen = "account_id is null and denied_at is null and lower(visitor_email) = $1";

const listText = `
  select one.id, one.visitor_name as name, one.subject, quoted.text, quoted.language,
    ${isoText("quoted.created_at")} as "createdAt"
  from conversations one join messages quoted on quoted.conversation_id = one.id and quoted.is_quoted
  where ${isOpen} order by one.created_at desc, one.id desc limit ${mostListed}`;

/** Contact messages with a confirmed address whose owner has not yet said whether they wrote them. */
export const findUnconfirmed = async (
  { rows }: Pick<Database, "rows">,
  email: string,
): Promise<UnconfirmedMessage[]> =>
  email === "" ? [] : rows<UnconfirmedMessage>(listText, [email.toLowerCase()], "unconfirmed-messages");

/** An answer was sent by email, so it is not unread. The message stays quoted, without an author. */
const claimText = `
  update conversations set account_id = $3, renter_unread = 0, renter_unread_since = null, renter_read_number = last_number
  where id = $2 and ${isOpen} returning id`;
/** The message no longer waits for an answer; administrators see the reason. */
const denyText = `
  update conversations set denied_at = $3, closed_at = coalesce(closed_at, $3), waiting_since = null
  where id = $2 and ${isOpen} returning id`;
/** Whether the account has claimed the message before: then the repeated claim changes nothing. */
const claimedText = `
  select from conversations where id = $1 and account_id = $2
    and exists (select from messages where conversation_id = $1 and is_quoted)`;
const closeMessageText = `
  update contact_messages set closed_at = $2 where answered_at is null and closed_at is null
    and id = (select contact_message_id from conversations where id = $1)`;

/** The owner of an address says whether they wrote its message. Throws a Refusal for anybody else. */
export async function sayOrigin(
  { database, now }: Pick<Services, "database" | "now">,
  id: string,
  account: Pick<AccountRow, "id" | "email">,
  isMine: boolean,
): Promise<void> {
  if (account.email === "") throw conversationNotFound();
  const at = new Date(now()).toISOString();
  await database.transaction(async (tx) => {
    const rows = rowsIn(tx);
    const said = await rows(isMine ? claimText : denyText, [
      account.email.toLowerCase(),
      id,
      isMine ? account.id : at,
    ]);
    if (said.length === 0) {
      if (isMine && (await rows(claimedText, [id, account.id])).length > 0) return;
      throw conversationNotFound();
    }
    if (!isMine) await rows(closeMessageText, [id, at]);
    await announce(tx, {
      kind: "message",
      conversationId: id,
      to: isMine ? [account.id] : [],
      admins: "administrator",
    });
  });
}
