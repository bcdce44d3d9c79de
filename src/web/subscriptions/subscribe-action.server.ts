import { type ActionFunctionArgs, data } from "react-router";
import { subscribe } from "#contract/subscriptions.ts";
import { api, ApiError } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import {
  emailError,
  readEmail,
  type SubscriptionAnswer,
  subscriptionAnswerOf,
  subscriptionBody,
} from "./subscription.ts";

export type SubscribeActionData = { email: string; answer: SubscriptionAnswer };

/** The forms for updates without script: the same call, then this page with what came of it. */
export async function subscribeAction({ request, context }: ActionFunctionArgs) {
  const { apiFetch, language } = context.get(scopeContext);
  const form = await request.formData();
  const email = readEmail(form);
  const fieldError = emailError(email);
  if (fieldError)
    return data<SubscribeActionData>(
      { email, answer: { kind: "fault", error: fieldError } },
      { status: 422 },
    );
  try {
    await api(subscribe, { body: subscriptionBody(form, language) }, apiFetch);
    return data<SubscribeActionData>({ email, answer: { kind: "asked", email } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<SubscribeActionData>(
      { email, answer: subscriptionAnswerOf(error.status) },
      { status: error.status },
    );
  }
}
