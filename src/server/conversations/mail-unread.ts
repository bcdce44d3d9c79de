import { unreadForMail } from "#domain/conversations/conversations.ts";
import type { Language } from "#domain/languages.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Services } from "#server/services.ts";
import { unreadEmail } from "./emails.ts";

const mostPeople = 200;
const mostSubjects = 5;

type Row = {
  email: string;
  fullName: string;
  language: Language | null;
  unread: number;
  subjects: string[];
  ids: string[];
};

/**
 * The minute's job: one email to whoever has not read for ten minutes what we wrote, for all that waits, once.
 * What comes after it and waits as long is told of again once the former has been read.
 */
export async function mailUnread({
  config,
  database,
  outbox,
  now,
}: Pick<Services, "config" | "database" | "outbox" | "now">): Promise<void> {
  const at = new Date(now());
  const since = new Date(now() - unreadForMail);
  await database.transaction(async (tx) => {
    const found = await rowsIn(tx)<Row>(
      `with due as (
         select distinct account_id from conversations
         where renter_unread > 0 and renter_unread_since <= $1 and account_id is not null
           and (renter_mailed_at is null or renter_mailed_at < renter_unread_since)
         limit ${mostPeople}),
       told as (
         update conversations c set renter_mailed_at = $2 from due
         where c.account_id = due.account_id and c.renter_unread > 0 and
           (renter_mailed_at is null or renter_mailed_at < renter_unread_since)
         returning c.id, c.account_id, c.subject, c.renter_unread, c.last_at)
       select accounts.email, accounts.full_name as "fullName", users.language, sum(told.renter_unread)::int as unread,
         array_agg(told.subject order by told.last_at desc) as subjects, array_agg(told.id) as ids
       from told join accounts on accounts.id = told.account_id left join users on users.id = accounts.id
       where accounts.email <> '' and accounts.suspended_at is null
       group by accounts.id, accounts.email, accounts.full_name, users.language`,
      [since.toISOString(), at.toISOString()],
    );
    await outbox.post(
      tx,
      found.map(({ email, fullName, language, unread, subjects, ids }) =>
        unreadEmail(config.publicUrl, {
          email,
          fullName,
          language: language ?? "en",
          unread,
          subjects: subjects.slice(0, mostSubjects),
          ...(ids.length === 1 && { onlyId: ids[0] }),
        }),
      ),
    );
  });
}
