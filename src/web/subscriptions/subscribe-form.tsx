import { useState } from "react";
import { subscribe } from "#contract/subscriptions.ts";
import { subscriptionFields } from "#domain/fields/subscription.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { sentOf } from "#web/ui/form/form-rules.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { toast } from "#web/ui/toast.ts";
import { Honeypot } from "#web/ui/honeypot.tsx";
import type { SubscribeActionData } from "./subscribe-action.server.ts";
import {
  type SubscriptionAnswer,
  subscriptionAnswerOf,
  subscriptionErrorWords,
  subscriptionRules,
} from "./subscription.ts";

type SubscribeFormProps = {
  /** The ids of the form's fields begin with it. */
  id: string;
  source: string;
  answered?: SubscribeActionData | undefined;
  onDone?: () => void;
};

/** A form with one field for an email address. Without script it posts to the page of updates. */
export function SubscribeForm({ id, source, answered, onDone }: SubscribeFormProps) {
  const [answer, setAnswer] = useState(answered?.answer);
  const showAnswer = (next: SubscriptionAnswer) => {
    setAnswer(next);
    if (next.kind !== "failed") onDone?.();
    sayInToast(next);
  };
  const { props, field, isSending } = useForm({
    rules: subscriptionRules,
    id,
    words: subscriptionErrorWords,
    start: answered,
    onWrong: () => setAnswer(undefined),
    send: async (values, form) => {
      setAnswer(undefined);
      await api(subscribe, { body: { ...sentOf(subscriptionFields, values), language: currentLanguage() } });
      form.reset();
      showAnswer({ kind: "asked", email: values.email });
    },
    onFailed: (error) => showAnswer(subscriptionAnswerOf(error)),
  });
  return (
    <form className="grid gap-3.5" method="post" action="/subscriptions" {...props}>
      {answer?.kind === "asked" && (
        <div role="status">
          <Notice kind="good">{m.promo_next_step({ email: answer.email })}</Notice>
        </div>
      )}
      {answer?.kind === "already" && (
        <Notice kind="info" isAlert>
          {m.promo_already_text()}
        </Notice>
      )}
      {answer?.kind === "failed" && (
        <Notice kind="bad" isAlert>
          {m.promo_failed_text()}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 items-start max-[30rem]:grid-cols-1">
        <TextField
          {...field("email")}
          type="email"
          label={m.promo_email()}
          autoComplete="email"
          spellCheck={false}
        />
        <SubmitButton
          className="btn btn-primary mt-[calc(var(--text-sm)*1.35+0.375rem)] max-[30rem]:mt-0"
          isSending={isSending}
        >
          {isSending ? m.promo_sending() : m.promo_submit()}
        </SubmitButton>
      </div>
      <input type="hidden" name="source" value={source} />
      <Honeypot />
      <p className="note">{m.promo_small()}</p>
    </form>
  );
}

function sayInToast({ kind }: SubscriptionAnswer): void {
  if (kind === "asked") toast({ title: m.promo_success_title(), description: m.promo_success_text() });
  if (kind === "already")
    toast({ title: m.promo_already_title(), description: m.promo_already_text(), variant: "destructive" });
  if (kind === "failed")
    toast({ title: m.promo_failed_title(), description: m.promo_failed_text(), variant: "destructive" });
}
