import type { ErrorBody } from "#contract/errors.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";

/** Why a message was not sent: the server's sentence where it is in the page's language, ours otherwise. */
export function failureWords(refusal: Partial<ErrorBody> | undefined): string {
  if (refusal?.code === "too_many_requests") return m.contact_too_many();
  if (refusal?.code === "conversation_blocked") return m.contact_blocked();
  return (currentLanguage() === "en" && refusal?.message) || m.contact_failed_text();
}
