import type { ContactRequest } from "#contract/contact.ts";
import type { Language } from "#domain/languages.ts";
import { unlinked } from "#domain/plain-text.ts";
import { promisedTimes } from "#domain/pricing/rental-terms.ts";
import type { Config } from "#server/config.ts";
import { facts, link, nameFact, paragraph } from "#server/mail/blocks.ts";
import { contactAnswer } from "#server/mail/contact-answer.ts";
import type { Email } from "#server/mail/email.ts";
import { toAdmins } from "#server/mail/to-admins.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";

type Message = Required<Pick<ContactRequest, "name" | "email" | "phone" | "subject" | "message">> & {
  language: Language;
};

/**
 * To the sender. It repeats nothing of the message, so that nobody can send their own words to a stranger through
 * us.
 */
export const acknowledgement = ({ email, language }: Message): Email =>
  writeEmail("contact_received", { email, language }, ({ say }) => ({
    subject: say(m.email_contact_received_subject),
    blocks: [
      paragraph(
        say(m.email_contact_received_body, {
          soon: promisedTimes.supportHours,
          latest: promisedTimes.supportLatestHours,
        }),
      ),
      paragraph(say(m.email_contact_received_urgent)),
      paragraph(say(m.email_contact_not_you)),
    ],
  }));

/** To a blocked address: its message isn't kept. This email, too, repeats nothing of the message. */
export const refusedEmail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { email, language }: Pick<Message, "email" | "language">,
): Email =>
  writeEmail("contact_refused", { email, language }, ({ say }) => ({
    subject: say(m.email_contact_refused_subject),
    blocks: [
      paragraph(say(m.email_contact_refused_body)),
      link(say(m.email_contact_refused_link), new URL("/dashboard/messages", publicUrl.origin).href),
      paragraph(say(m.email_contact_refused_call)),
      paragraph(say(m.email_contact_not_you)),
    ],
  }));

/**
 * To the sender: an administrator's answer, and below it the message, if the owner of the address has confirmed
 * that they wrote it.
 */
export const answerEmail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  asked: Message & { createdAt: Date },
  { answer, isConfirmed }: { answer: string; isConfirmed: boolean },
): Email =>
  contactAnswer(publicUrl, { ...asked, isConfirmed }, ({ say }) => [
    answer,
    ...(isConfirmed ? [`${say(m.email_contact_answer_yours)}\n${asked.message}`] : []),
    say(m.email_contact_answer_more_form),
  ]);

/** To the back office: the whole message, and where to answer it. */
export const adminNotice = (
  settings: Pick<Config, "adminEmail" | "publicUrl">,
  { id, name, email, phone, subject, message, language, isOwn }: Message & { id: string; isOwn: boolean },
): Email =>
  toAdmins(settings, {
    kind: "admin_contact_message",
    subject: `Message: ${unlinked(subject.replace(/\s+/g, " "))}`,
    blocks: [
      paragraph("Someone wrote through the contact form."),
      facts([
        nameFact("Name", name),
        ["Email", isOwn ? `${email} (signed in)` : `${email} (not confirmed: anyone can type it)`],
        ["Phone", phone || "not given"],
        ["Language", language],
        ["Subject", unlinked(subject)],
      ]),
      paragraph(message),
    ],
    opens: { text: "Answer it", path: `/admin/messages?message=${id}` },
  });
