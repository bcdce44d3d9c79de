import { type ActionFunctionArgs, data } from "react-router";
import { sendContactMessage } from "#contract/contact.ts";
import type { ErrorBody } from "#contract/errors.ts";
import { contactFields } from "#domain/fields/contact.ts";
import { api, ApiError } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import { type Errors, hasErrors, refusedFields, sentOf, type Values } from "#web/ui/form/form-rules.ts";
import { readPost } from "#web/ui/form/posted-form.server.ts";
import { contactRules } from "./contact-rules.ts";

type Fields = typeof contactFields;
/** What became of a message. The typed values come back unless the message was sent. */
export type ContactActionData = {
  values?: Values<Fields>;
  errors?: Errors<Fields, "card_number">;
  said?: string;
  refusal?: Partial<ErrorBody>;
};

/** The contact form without script: it makes the same call, and the page comes again with the result. */
export async function contactAction({ request, context }: ActionFunctionArgs) {
  const { apiFetch, language } = context.get(scopeContext);
  const { values, errors } = await readPost(contactRules, request);
  if (errors) return data<ContactActionData>({ values, errors }, { status: 422 });
  try {
    const body = { ...sentOf(contactFields, values), language };
    const { message } = await api(sendContactMessage, { body }, apiFetch);
    return data<ContactActionData>({ said: message });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = refusedFields(contactRules, error);
    const outcome = hasErrors(refused) ? { errors: refused } : { refusal: error.body ?? {} };
    return data<ContactActionData>({ values, ...outcome }, { status: error.status });
  }
}
