import { type EmailKindFor, factsOfKind } from "#domain/people/email-kinds.ts";
import type { Language } from "#domain/languages.ts";
import type { DocumentCause, Email } from "./email.ts";
import type { Pen } from "./pen.ts";
import { type Template, writeEmail } from "./write-email.ts";

/** What an email has to know of an order. */
type Rented = {
  id: string;
  customerEmail: string;
  customerName: string;
  language: Language;
  emailConfirmedAt: Date | null;
};

/**
 * An email to an order's renter. One whose address is not confirmed is not greeted by name, and gets few kinds of emails:
 * anybody can type anybody's address.
 */
export const toRenter = (
  kind: EmailKindFor<"renter">,
  order: Rented,
  template: (pen: Pen) => Template,
): Email => ({
  ...writeEmail(
    kind,
    {
      email: order.customerEmail,
      language: order.language,
      name: order.emailConfirmedAt ? order.customerName : "",
      orderId: order.id,
    },
    template,
  ),
  ...(order.emailConfirmedAt === null && !factsOfKind(kind).isForAnyAddress && { isWithheld: true }),
});

/** Documents hold what was typed, and go to no address that may be somebody else's. */
export const documentsIfConfirmed = (
  { emailConfirmedAt }: Pick<Rented, "emailConfirmedAt">,
  documents: DocumentCause[],
): DocumentCause[] => (emailConfirmedAt ? documents : []);
