import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import type { ContactAnswer } from "./contact-message.ts";

/** Why a message was not sent: the server's sentence where it is in the page's language, ours otherwise. */
export function failureWords({ said, isTooMany }: Extract<ContactAnswer, { kind: "failed" }>): string {
  if (isTooMany) return m.contact_too_many();
  return (currentLanguage() === "en" && said) || m.contact_failed_text();
}
