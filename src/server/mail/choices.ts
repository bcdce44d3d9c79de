import { occasionOfEmail, occasionOfText } from "#domain/people/email-kinds.ts";
import { offers } from "#domain/people/notifications.ts";
import { brand } from "#domain/brand.ts";
import type { Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import type { Email } from "./email.ts";
import type { TextMessage } from "./text-gateway.ts";

type Subscription = {
  email: string;
  occasion: string;
  channel: string;
  isWanted: boolean;
  phone: string | null;
};

/**
 * Applies the readers' choices to emails before they are sent: emails that a reader has switched off are left out,
 * and a reader who also wants text messages gets one, at their confirmed number. A suspended account's choices
 * hold, but it gets no text messages. `texts` has, at an email's place, the text that goes with it.
 */
export async function followChoices(
  tx: Db,
  written: readonly Email[],
): Promise<{ emails: Email[]; texts: (TextMessage | undefined)[] }> {
  const touched = written.filter(({ kind }) => occasionOfEmail(kind) ?? occasionOfText(kind));
  const choices = touched.length ? await findChoices(tx, touched) : [];
  const choiceOf = (
    { recipient }: Email,
    occasion: string | undefined,
    channel: string,
  ): Subscription | undefined =>
    choices.find(
      (choice) =>
        choice.email === recipient.toLowerCase() &&
        choice.occasion === occasion &&
        choice.channel === channel,
    );
  const isWanted = (email: Email): boolean => {
    const occasion = occasionOfEmail(email.kind);
    return (
      occasion === undefined ||
      (choiceOf(email, occasion, "email")?.isWanted ?? offers[occasion].email !== "off")
    );
  };
  const emails = written.filter(isWanted);
  return {
    emails,
    texts: emails.map((email) => {
      const choice = choiceOf(email, occasionOfText(email.kind), "sms");
      return choice?.isWanted && choice.phone ? textOf(email, choice.phone) : undefined;
    }),
  };
}

/** An email's subject says what has happened; the details need more room than a text message has. */
const textOf = ({ kind, language, subject }: Email, recipient: string): TextMessage => ({
  kind,
  recipient,
  language,
  body: `${brand.name[language]}: ${subject}`,
});

const findChoices = (tx: Db, written: readonly Email[]): Promise<Subscription[]> =>
  rowsIn(tx)<Subscription>(
    `select lower(accounts.email) as email, occasion, channel, is_wanted as "isWanted",
       case when accounts.suspended_at is null and users.phone_confirmed_at is not null then users.phone end as phone
     from accounts
     join notification_choices on notification_choices.account_id = accounts.id
     left join users on users.id = accounts.id
     where lower(accounts.email) = any($1)`,
    [[...new Set(written.map(({ recipient }) => recipient.toLowerCase()))]],
  );
