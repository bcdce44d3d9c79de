import type { Language } from "#domain/languages.ts";
import { heading } from "./blocks.ts";
import type { Block, Email } from "./email.ts";
import { m } from "./words.ts";
import { writeEmail } from "./write-email.ts";

/**
 * Makes one email of several to one reader, each under its own subject; a single one stays as it is. An email
 * about several orders belongs to none of them.
 */
export const joinEmails = (emails: readonly Email[]): Email[] =>
  [...Map.groupBy(emails, ({ recipient, kind }) => `${kind} ${recipient}`).values()].flatMap((together) => {
    const [{ orderId: _orderId, ...first }] = together as [Email, ...Email[]];
    if (together.length === 1) return together;
    return [
      {
        ...first,
        subject: severalWaiting(together.length, first.language),
        content: { ...first.content, blocks: eachUnderItsSubject(together) },
      },
    ];
  });

/** An email that becomes a part of a joined email. */
type Part = Pick<Email, "recipient" | "language" | "subject" | "content">;

/** One email of different news to one reader; it names the first and the number of the others. */
export function joinUpdates([first, ...others]: readonly [Part, ...Part[]]): Email {
  const { recipient: email, language } = first;
  const written = writeEmail("host_updates", { email, language }, ({ say }) => ({
    subject: say(m.email_host_updates_subject, { first: first.subject, count: others.length }),
    blocks: eachUnderItsSubject([first, ...others]),
  }));
  const { greeting, signature } = first.content;
  return { ...written, content: { ...written.content, greeting, signature } };
}

const eachUnderItsSubject = (emails: readonly Part[]): Block[] =>
  emails.flatMap(({ subject, content }) => [heading(subject), ...content.blocks]);

const severalWaiting = (count: number, locale: Language): string =>
  m.email_host_several_waiting_subject({ count }, { locale });
