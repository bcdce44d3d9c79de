import type { Language } from "#domain/languages.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import { contactAnswer, type ContactQuestion } from "#server/mail/contact-answer.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

/** To somebody without an account: what an administrator answers. */
export const answerToVisitor = (site: URL, asked: ContactQuestion, answer: string): Email =>
  contactAnswer(site, asked, ({ say }) => [answer, say(m.email_contact_answer_more)]);

type Unread = {
  email: string;
  fullName: string;
  language: Language;
  unread: number;
  subjects: string[];
  onlyId?: string;
};

/**
 * To somebody who has not read what we wrote: how many messages wait, and where. It repeats none of their words:
 * an email is read by more eyes than the Message Center.
 */
export const unreadEmail = (
  site: URL,
  { email, fullName, language, unread, subjects, onlyId }: Unread,
): Email =>
  writeEmail("unread_messages", { email, language, name: fullName }, ({ say }) => ({
    subject: say(m.email_unread_messages_subject, { count: unread }),
    blocks: [
      paragraph(say(m.email_unread_messages_body, { count: unread })),
      facts(
        subjects.map((subject): Fact => [say(m.email_unread_messages_about), subject.replace(/\s+/g, " ")]),
      ),
      link(
        say(m.email_unread_messages_read),
        new URL(onlyId ? `/dashboard/messages/${onlyId}` : "/dashboard/messages", site.origin).href,
      ),
      link(say(m.email_choose), new URL("/dashboard/settings", site.origin).href),
    ],
  }));
