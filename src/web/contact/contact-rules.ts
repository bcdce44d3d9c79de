import { contactFields } from "#domain/fields/contact.ts";
import { m } from "#web/paraglide/messages.js";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import type { FormRules } from "#web/ui/form/form-rules.ts";

export const contactRules: FormRules<typeof contactFields, "card_number"> = {
  fields: contactFields,
  shows: "gaps first",
  known: ["card_number"],
};

const own = {
  name: { missing: m.contact_form_missing_name },
  email: { missing: m.contact_form_missing_email, email: m.contact_form_bad_email },
  subject: { missing: m.contact_form_missing_subject },
  message: { missing: m.contact_form_missing_message },
};

export const contactErrorWords = (name: keyof typeof contactFields, code: string): string => {
  if (code === "card_number") return m.contact_form_card();
  return code === "refused" ? m.contact_form_refused() : errorWords(own, name, code);
};
