import { occasionOfEmail, occasionOfText, offers } from "#domain/people/notifications.ts";
import { brand } from "#domain/brand.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Email } from "./email.ts";
import type { TextMessage } from "./text-gateway.ts";

type Wish = { email: string; occasion: string; channel: string; isWanted: boolean; phone: string | null };

/**
 * What people have asked for of what is about to be sent: emails that their readers have switched off are left
 * out, and those whose readers want text messages too get one, at the number that they have confirmed. `texts`
 * has, at an email's place, what goes with it.
 */
export async function followWishes(
  tx: Db,
  written: readonly Email[],
): Promise<{ emails: Email[]; texts: (TextMessage | undefined)[] }> {
  const touched = written.filter(({ kind }) => occasionOfEmail(kind) ?? occasionOfText(kind));
  const wishes = touched.length ? await findWishes(tx, touched) : [];
  const wishOf = ({ recipient }: Email, occasion: string | undefined, channel: string): Wish | undefined =>
    wishes.find(
      (wish) =>
        wish.email === recipient.toLowerCase() && wish.occasion === occasion && wish.channel === channel,
    );
  const isWanted = (email: Email): boolean => {
    const occasion = occasionOfEmail(email.kind);
    return (
      occasion === undefined ||
      (wishOf(email, occasion, "email")?.isWanted ?? offers[occasion].email !== "off")
    );
  };
  const emails = written.filter(isWanted);
  return {
    emails,
    texts: emails.map((email) => {
      const wish = wishOf(email, occasionOfText(email.kind), "sms");
      return wish?.isWanted && wish.phone ? textOf(email, wish.phone) : undefined;
    }),
  };
}

/** An email's subject says what has happened; the rest is read where there is room. */
const textOf = ({ kind, language, subject }: Email, recipient: string): TextMessage => ({
  kind,
  recipient,
  language,
  body: `${brand.name[language]}: ${subject}`,
});

const findWishes = (tx: Db, written: readonly Email[]): Promise<Wish[]> =>
  rowsIn(tx)<Wish>(
    `select lower(accounts.email) as email, occasion, channel, is_wanted as "isWanted",
       case when users.phone_confirmed_at is not null then users.phone end as phone
     from accounts
     join notification_choices on notification_choices.account_id = accounts.id
     left join users on users.id = accounts.id
     where lower(accounts.email) = any($1) and accounts.suspended_at is null`,
    [[...new Set(written.map(({ recipient }) => recipient.toLowerCase()))]],
  );
