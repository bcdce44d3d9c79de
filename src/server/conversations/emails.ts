import type { MessageSide, PeopleSide } from "#domain/conversations/conversations.ts";
import type { Language } from "#domain/languages.ts";
import { unlinked } from "#domain/plain-text.ts";
import type { Config } from "#server/config.ts";
import { type Fact, facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import { contactAnswer, type ContactQuestion } from "#server/mail/contact-answer.ts";
import type { Email } from "#server/mail/email.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import type { ListedConversation } from "./queries.ts";

/** To a visitor without an account: an administrator's answer. */
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
  /** The lists where the messages wait: as a renter, a host, or both; and the conversation's id, if only one. */
  sides: readonly PeopleSide[];
  onlyId?: string | undefined;
};

const pages: Record<PeopleSide, string> = { renter: "/dashboard/messages", host: "/host/messages" };

/**
 * To a person with unread messages from us or from the other side of a rental: how many messages wait, and where.
 * It repeats none of their words: more people may see an email than the Message Center.
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

const reporters = { renter: "The renter", host: "The host", admin: "An administrator" } as const;

/** To the back office: a conversation was reported, and is open in the inbox. */
export const reportedEmail = (
  settings: Pick<Config, "publicUrl" | "adminEmail">,
  { id, subject, orderNumber, person, host }: ListedConversation,
  { side, reason }: { side: MessageSide; reason: string },
): Email =>
  toAdmins(settings, {
    kind: "admin_conversation_reported",
    subject: `Conversation reported: ${unlinked(subject.replace(/\s+/g, " "))}`,
    blocks: [
      paragraph(
        `${reporters[side]} reports this conversation. It stands open in the inbox and waits for you.`,
      ),
      facts([
        orderNumber !== null && ["Order", orderNumber],
        nameFact(host ? "Renter" : "Person", person.name),
        host !== null && nameFact("Host", host.name),
        reason !== "" && ["The reason given", reason],
      ]),
    ],
    opens: { text: "Read the conversation", path: `/admin/messages?conversation=${id}` },
  });
