import { type PeopleSide, peopleSides, unreadForMail } from "#domain/conversations/conversations.ts";
import type { Language } from "#domain/languages.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Services } from "#server/services.ts";
import { unreadEmail } from "./emails.ts";

const mostPeople = 200;
const mostSubjects = 5;

type UnreadRow = {
  accountId: string;
  email: string;
  fullName: string;
  language: Language | null;
  unread: number;
  subjects: string[];
  ids: string[];
};

/**
 * The minute's job: one email to each person with a message unread for ten minutes, about all their unread
 * messages, as a renter and as a host. Later messages get another email only after the earlier ones were read.
 */
export async function mailUnread({
  config,
  database,
  outbox,
  now,
}: Pick<Services, "config" | "database" | "outbox" | "now">): Promise<void> {
  const at = new Date(now());
  await database.transaction(async (tx) => {
    const due = await findDue(tx, new Date(now() - unreadForMail));
    const found = new Map<string, (UnreadRow & { side: PeopleSide })[]>();
    for (const side of peopleSides)
      for (const row of await markMailed(tx, side, due, at))
        found.set(row.accountId, [...(found.get(row.accountId) ?? []), { ...row, side }]);
    await outbox.post(
      tx,
      [...found.values()].flatMap((sides) => {
        const [person] = sides;
        const ids = sides.flatMap((side) => side.ids);
        return person
          ? [
              unreadEmail(config.publicUrl, {
                ...person,
                language: person.language ?? "en",
                unread: sides.reduce((sum, { unread }) => sum + unread, 0),
                subjects: sides.flatMap(({ subjects }) => subjects).slice(0, mostSubjects),
                sides: sides.map(({ side }) => side),
                onlyId: ids.length === 1 ? ids[0] : undefined,
              }),
            ]
          : [];
      }),
    );
  });
}

const accountColumns: Record<PeopleSide, string> = { renter: "account_id", host: "host_id" };
const isUnmailed = (side: PeopleSide) =>
  `${side}_unread > 0 and (${side}_mailed_at is null or ${side}_mailed_at < ${side}_unread_since)`;

/** The people who have waited long enough on either side. */
async function findDue(tx: Db, since: Date): Promise<string[]> {
  const each = peopleSides.map((side) => {
    const account = accountColumns[side];
    return `select ${account} as id from conversations
      where ${isUnmailed(side)} and ${side}_unread_since <= $1 and ${account} is not null`;
  });
  const found = await rowsIn(tx)<{ id: string }>(
    `select distinct id from (${each.join(" union ")}) as due limit ${mostPeople}`,
    [since.toISOString()],
  );
  return found.map(({ id }) => id);
}

/** Marks all waiting messages of these people on a side as mailed. */
const markMailed = (tx: Db, side: PeopleSide, due: readonly string[], at: Date): Promise<UnreadRow[]> => {
  const account = accountColumns[side];
  return rowsIn(tx)<UnreadRow>(
    `with mailed as (
       update conversations set ${side}_mailed_at = $2 where ${account} = any($1::uuid[]) and ${isUnmailed(side)}
       returning id, ${account} as account_id, subject, ${side}_unread as unread, last_at)
     select accounts.id as "accountId", accounts.email, accounts.full_name as "fullName", users.language,
       sum(mailed.unread)::int as unread, array_agg(mailed.subject order by mailed.last_at desc) as subjects,
       array_agg(mailed.id) as ids
     from mailed join accounts on accounts.id = mailed.account_id left join users on users.id = accounts.id
     where accounts.email <> '' and accounts.suspended_at is null
     group by accounts.id, accounts.email, accounts.full_name, users.language`,
    [due, at.toISOString()],
  );
};
