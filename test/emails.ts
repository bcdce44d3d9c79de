import type { EmailKind } from "#domain/people/email-kinds.ts";
import { findEmail, findTexts, type EmailRow } from "#server/mail/queries.ts";
import type { TestApp } from "./app.ts";

/** An address's emails, the newest first; a joined one without any part left is none. */
const sentTo = ({ services }: TestApp, recipient: string) =>
  services.database.rows<{ id: string; kind: EmailKind }>(
    `select id, kind from emails where recipient = $1
       and (kind <> 'host_updates' or exists (select from emails part where part.joined_into = emails.id))
     order by created_at desc`,
    [recipient],
  );

/** The newest email of a kind to an address. Throws where there is none. */
export async function emailTo(test: TestApp, recipient: string, kind: EmailKind): Promise<EmailRow> {
  const newest = (await sentTo(test, recipient)).find((email) => email.kind === kind);
  const found = newest && (await findEmail(test.services.database, newest.id));
  if (!found) throw new Error(`no ${kind} letter to ${recipient}`);
  return found;
}

export const emailsTo = async (test: TestApp, recipient: string): Promise<EmailKind[]> =>
  (await sentTo(test, recipient)).map(({ kind }) => kind);

/** The kinds of an address's emails, without those that wait for a later time. */
export const emailsAtOnceTo = async ({ services }: TestApp, recipient: string): Promise<string[]> =>
  (
    await services.database.rows<{ kind: string }>(
      `select kind from emails join pgboss.job on data->>'emailId' = emails.id::text
       where recipient = $1 and start_after <= now() + interval '2 seconds' order by emails.created_at desc`,
      [recipient],
    )
  ).map(({ kind }) => kind);

/** Ends the time for undoing a status, and the minute in which news waits for more: all emails are sent. */
export async function letEmailsGo({ services: { database } }: TestApp): Promise<void> {
  await database.rows("update emails set joins_from = now() where joins_from > now()");
  await database.rows(
    "update pgboss.job set start_after = now() where name = 'letters' and state = 'created' and start_after > now()",
  );
}

/** The address that the email links to. */
export function linkIn({ content }: EmailRow): URL {
  const block = content.blocks.find(({ kind }) => kind === "link");
  if (block?.kind !== "link") throw new Error("the letter has no link");
  return new URL(block.url);
}

/** The six digits in an email. */
export function codeIn({ content }: EmailRow): string {
  const facts = content.blocks.flatMap((block) => (block.kind === "facts" ? block.facts : []));
  const code = facts.map(([, value]) => value).find((value) => /^\d{6}$/.test(value));
  if (!code) throw new Error("the letter has no code");
  return code;
}

/** The six digits of the newest text message to a phone. */
export async function codeTextedTo({ services }: TestApp, recipient: string): Promise<string> {
  const code = (await findTexts(services.database, 100))
    .find((message) => message.recipient === recipient)
    ?.body.match(/\d{6}/)?.[0];
  if (!code) throw new Error(`no code was texted to ${recipient}`);
  return code;
}
