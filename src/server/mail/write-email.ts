import { type EmailKind, factsOfKind } from "#domain/people/email-kinds.ts";
import type { Language } from "#domain/languages.ts";
import type { Block, Email, EmailContent } from "./email.ts";
import { greeting } from "./greeting.ts";
import { type Pen, penFor } from "./pen.ts";
import { m } from "./words.ts";

/** The reader of an email. Without a name as long as the address is unconfirmed. */
export type Reader = { email: string; language: Language; name?: string; orderId?: string | undefined };

/** A template's result: a subject, blocks without those that don't apply, and attachments. */
export type Template = {
  subject: string;
  blocks: readonly (Block | readonly Block[] | false | undefined)[];
} & Pick<EmailContent, "calendar" | "documents" | "unsubscribe">;

/** An email of a kind: greeted, signed, and kept as secret as the list of kinds says. */
export function writeEmail(kind: EmailKind, to: Reader, template: (pen: Pen) => Template): Email {
  const pen = penFor(to.language);
  const { subject, blocks, ...along } = template(pen);
  const { isSecret = false, audience } = factsOfKind(kind);
  return {
    kind,
    recipient: to.email,
    language: to.language,
    subject,
    ...(to.orderId && { orderId: to.orderId }),
    isSecret,
    content: {
      greeting: greeting(to.language, to.name),
      blocks: blocks.flat().filter((block) => typeof block === "object"),
      signature: audience === "admin" ? pen.brand : `${pen.brand}\n${pen.say(m.email_tagline)}`,
      ...along,
    },
  };
}
