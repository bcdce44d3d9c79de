import { dateInLosAngeles } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { link, paragraph } from "./blocks.ts";
import type { Email } from "./email.ts";
import type { Pen } from "./pen.ts";
import { m } from "./words.ts";
import { writeEmail } from "./write-email.ts";

export type ContactQuestion = {
  email: string;
  name: string;
  subject: string;
  language: Language;
  createdAt: Date;
  /** Whether the address's owner has confirmed that they wrote it: anybody can type any address. */
  isConfirmed: boolean;
};

/**
 * To the writer of a contact message: an administrator's answer in these paragraphs, and where to write again. An
 * unconfirmed address gets nothing that was typed, so that nobody sends their own words to a stranger through us.
 */
export const contactAnswer = (
  site: URL,
  asked: ContactQuestion,
  paragraphs: (pen: Pen) => readonly string[],
): Email =>
  writeEmail("contact_answer", asked, (pen) => ({
    subject: asked.isConfirmed
      ? pen.say(m.email_contact_answer_subject, { subject: asked.subject.replace(/\s+/g, " ") })
      : pen.say(m.email_contact_answer_unconfirmed_subject, {
          brand: pen.brand,
          day: pen.day(dateInLosAngeles(asked.createdAt.getTime())),
        }),
    blocks: [
      ...paragraphs(pen).map(paragraph),
      !asked.isConfirmed && paragraph(pen.say(m.email_contact_not_you)),
      link(pen.say(m.email_contact_us), new URL("/contact", site.origin).href),
    ],
  }));
