import { type FormEvent, useEffect, useRef, useState } from "react";
import type { sendContactMessage } from "#contract/contact.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { useFieldErrors } from "#web/ui/form/use-field-errors.ts";
import { toast } from "#web/ui/toast.ts";
import { failureWords } from "./failure-words.ts";
import {
  type ContactAnswer,
  contactAnswerOf,
  contactBody,
  contactErrors,
  firstContactError,
  readContact,
  readTrap,
} from "./contact-message.ts";

/** The contact form's state. What is typed lives in the inputs. */
export function useContact(startAnswer: ContactAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const [answer, setAnswer] = useState(startAnswer);
  const { errors, recheck } = useFieldErrors(answer?.kind === "faults" ? answer.errors : undefined, [
    "refused",
    "card",
  ]);
  const [isSending, setSending] = useState(false);

  useDraft(form);
  useEffect(() => {
    if (!answer) return;
    if (answer.kind !== "faults") return outcome.current?.focus();
    const field = form.current?.elements.namedItem(firstContactError(answer.errors) ?? "");
    if (field instanceof HTMLElement) field.focus();
  }, [answer]);

  const deliver = async (filled: FormData): Promise<ContactAnswer> => {
    const values = readContact(filled);
    const fieldErrors = contactErrors(values);
    if (firstContactError(fieldErrors)) return { kind: "faults", errors: fieldErrors };
    try {
      const body = contactBody(values, currentLanguage(), readTrap(filled));
      const { message } = await api<typeof sendContactMessage>(
        { method: "POST", path: "/api/contact" },
        { body },
      );
      return { kind: "sent", said: message };
    } catch (error) {
      return contactAnswerOf(error instanceof ApiError ? error.body : undefined);
    }
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    setSending(true);
    const next = await deliver(new FormData(form.current));
    setSending(false);
    setAnswer(next);
    if (next.kind === "sent") {
      form.current?.reset();
      toast({ title: m.contact_sent_title(), description: next.said || m.contact_sent_text() });
    }
    if (next.kind === "failed")
      toast({ title: m.contact_failed_title(), description: failureWords(next), variant: "destructive" });
  };

  const watch = ({ target }: FormEvent) => {
    if (form.current)
      recheck(
        contactErrors(readContact(new FormData(form.current))),
        target instanceof Element ? (target.getAttribute("name") ?? "") : "",
      );
  };

  return { form, outcome, errors, watch, answer, isSending, send };
}
