import { type EmailKindFor, factsOfKind } from "#domain/people/email-kinds.ts";
import type { Language } from "#domain/languages.ts";
import type { DocumentCause, Email } from "./email.ts";
import type { Pen } from "./pen.ts";
import { type Template, writeEmail } from "./write-email.ts";

/** An order's part that its emails need. */
type RenterContact = {
  id: string;
  customerEmail: string;
  customerName: string;
  language: Language;
  emailConfirmedAt: Date | null;
};

/**
 * An email to an order's renter. One with an unconfirmed address is not greeted by name, and gets few kinds of
 * emails: anybody can type any address.
 */
export const toRenter = (
  kind: EmailKindFor<"renter">,
  order: RenterContact,
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

/** Documents hold what was typed, so none is sent to an unconfirmed address, which may be another person's. */
export const documentsIfConfirmed = (
  { emailConfirmedAt }: Pick<RenterContact, "emailConfirmedAt">,
  documents: DocumentCause[],
): DocumentCause[] => (emailConfirmedAt ? documents : []);
