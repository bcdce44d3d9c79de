import type { PeopleSide } from "#domain/conversations/conversations.ts";
import type { Language } from "#domain/languages.ts";
import { type Fact, facts, link, paragraph } from "#server/mail/blocks.ts";
import { contactAnswer, type ContactQuestion } from "#server/mail/contact-answer.ts";
import type { Email } from "#server/mail/email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

/** To somebody without an account: what an administrator answers. */
export const answerToVisitor = (
  site: URL,
  asked: Omit<ContactQuestion, "isConfirmed">,
  answer: string,
): Email =>
  contactAnswer(site, { ...asked, isConfirmed: false }, ({ say }) => [
    answer,
    say(m.email_contact_answer_more),
  ]);

type Unread = {
  email: string;
  fullName: string;
  language: Language;
  unread: number;
  subjects: string[];
  /** Where it waits: in one's list as a renter, as a host, or both; and which conversation, where it is one. */
  sides: readonly PeopleSide[];
  onlyId?: string | undefined;
};

const pages: Record<PeopleSide, string> = { renter: "/dashboard/messages", host: "/host/messages" };

/**
 * To somebody who has not read what we, or the other side of a rental, wrote: how many messages wait, and where. It repeats none of their words:
 * an email is read by more eyes than the Message Center.
 */
export const unreadEmail = (
  site: URL,
  { email, fullName, language, unread, subjects, sides, onlyId }: Unread,
): Email =>
  writeEmail("unread_messages", { email, language, name: fullName }, ({ say }) => ({
    subject: say(m.email_unread_messages_subject, { count: unread }),
    blocks: [
      paragraph(say(m.email_unread_messages_body, { count: unread })),
      facts(
        subjects.map((subject): Fact => [say(m.email_unread_messages_about), subject.replace(/\s+/g, " ")]),
      ),
      ...sides.map((side) =>
        link(
          say(
            side === "host" && sides.length > 1
              ? m.email_unread_messages_as_host
              : m.email_unread_messages_read,
          ),
          new URL(onlyId ? `${pages[side]}/${onlyId}` : pages[side], site.origin).href,
        ),
      ),
      link(say(m.email_choose), new URL("/dashboard/settings", site.origin).href),
    ],
  }));
