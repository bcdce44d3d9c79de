import { type EmailKind, emailKinds, factsOfKind } from "#domain/people/email-kinds.ts";
import type { Occasion } from "#domain/people/notifications.ts";

/** The kinds of email with an occasion. */
export const emailKindsOf = (occasion: Occasion): EmailKind[] =>
  (Object.keys(emailKinds) as EmailKind[]).filter((kind) => factsOfKind(kind).occasion === occasion);
