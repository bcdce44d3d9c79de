import { type FormEvent, useEffect, useRef, useState } from "react";
import type { subscribe } from "#contract/subscriptions.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import {
  emailError,
  readEmail,
  type SubscriptionAnswer,
  subscriptionAnswerOf,
  subscriptionBody,
} from "./subscription.ts";

/** A form for updates: what it says, and when it is done. */
export function useSubscribe(startAnswer: SubscriptionAnswer | undefined, onDone?: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState(startAnswer);
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    const field = answer?.kind === "fault" ? form.current?.elements.namedItem("email") : undefined;
    if (field instanceof HTMLElement) field.focus();
  }, [answer]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    setSending(true);
    const next = await ask(new FormData(form.current));
    setSending(false);
    setAnswer(next);
    if (next.kind === "asked" || next.kind === "already") onDone?.();
    if (next.kind === "asked") {
      form.current?.reset();
      toast({ title: m.promo_success_title(), description: m.promo_success_text() });
    }
    if (next.kind === "already")
      toast({ title: m.promo_already_title(), description: m.promo_already_text(), variant: "destructive" });
    if (next.kind === "failed")
      toast({ title: m.promo_failed_title(), description: m.promo_failed_text(), variant: "destructive" });
  };

  return { form, answer, isSending, send };
}

async function ask(filled: FormData): Promise<SubscriptionAnswer> {
  const email = readEmail(filled);
  const fieldError = emailError(email);
  if (fieldError) return { kind: "fault", error: fieldError };
  try {
    await api<typeof subscribe>(
      { method: "POST", path: "/api/email-subscriptions" },
      { body: subscriptionBody(filled, currentLanguage()) },
    );
    return { kind: "asked", email };
  } catch (error) {
    return subscriptionAnswerOf(error instanceof ApiError ? error.status : undefined);
  }
}
