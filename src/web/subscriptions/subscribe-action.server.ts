import { type ActionFunctionArgs, data } from "react-router";
import { subscribe } from "#contract/subscriptions.ts";
import { subscriptionFields } from "#domain/fields/subscription.ts";
import { api, ApiError } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import { type Errors, hasErrors, refusedFields, sentOf, type Values } from "#web/ui/form/form-rules.ts";
import { readPost } from "#web/ui/form/posted-form.server.ts";
import { type SubscriptionAnswer, subscriptionAnswerOf, subscriptionRules } from "./subscription.ts";

type Fields = typeof subscriptionFields;
export type SubscribeActionData = {
  values: Values<Fields>;
  errors?: Errors<Fields>;
  answer?: SubscriptionAnswer;
};

/** The forms for updates without script: the same call, then this page with the result. */
export async function subscribeAction({ request, context }: ActionFunctionArgs) {
  const { apiFetch, language } = context.get(scopeContext);
  const { values, errors } = await readPost(subscriptionRules, request);
  if (errors) return data<SubscribeActionData>({ values, errors }, { status: 422 });
  try {
    await api(subscribe, { body: { ...sentOf(subscriptionFields, values), language } }, apiFetch);
    const answer = { kind: "asked", email: values.email } as const;
    return data<SubscribeActionData>({ values: { ...values, email: "" }, answer });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = refusedFields(subscriptionRules, error);
    const outcome = hasErrors(refused) ? { errors: refused } : { answer: subscriptionAnswerOf(error) };
    return data<SubscribeActionData>({ values, ...outcome }, { status: error.status });
  }
}
