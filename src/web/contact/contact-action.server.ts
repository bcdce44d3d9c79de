import { type ActionFunctionArgs, data } from "react-router";
import { sendContactMessage } from "#contract/contact.ts";
import { api, ApiError } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import {
  type ContactAnswer,
  contactAnswerOf,
  contactBody,
  contactErrors,
  type ContactValues,
  firstContactError,
  readContact,
  readTrap,
} from "./contact-message.ts";

export type ContactActionData = { values: ContactValues | undefined; answer: ContactAnswer };

/**
 * The contact form without script: the same call, and the page again with what came of it; what was typed
 * stays unless it was sent.
 */
export async function contactAction({ request, context }: ActionFunctionArgs) {
  const { apiFetch, language } = context.get(scopeContext);
  const form = await request.formData();
  const values = readContact(form);
  const errors = contactErrors(values);
  if (firstContactError(errors))
    return data<ContactActionData>({ values, answer: { kind: "faults", errors } }, { status: 422 });
  try {
    const { message } = await api(
      sendContactMessage,
      { body: contactBody(values, language, readTrap(form)) },
      apiFetch,
    );
    return data<ContactActionData>({ values: undefined, answer: { kind: "sent", said: message } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<ContactActionData>({ values, answer: contactAnswerOf(error.body) }, { status: error.status });
  }
}
