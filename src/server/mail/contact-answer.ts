import type { Language } from "#domain/languages.ts";
import { link, paragraph } from "./blocks.ts";
import type { Email } from "./email.ts";
import type { Pen } from "./pen.ts";
import { m } from "./words.ts";
import { writeEmail } from "./write-email.ts";

export type ContactQuestion = { email: string; name: string; subject: string; language: Language };

/** To whoever wrote without an account: an administrator's answer in these paragraphs, and where to write again. */
export const contactAnswer = (
  site: URL,
  asked: ContactQuestion,
  paragraphs: (pen: Pen) => readonly string[],
): Email =>
  writeEmail("contact_answer", asked, (pen) => ({
    subject: pen.say(m.email_contact_answer_subject, { subject: asked.subject.replace(/\s+/g, " ") }),
    blocks: [
      ...paragraphs(pen).map(paragraph),
      link(pen.say(m.email_contact_us), new URL("/contact", site.origin).href),
    ],
  }));
