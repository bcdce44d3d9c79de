import { useState } from "react";
import { useActionData } from "react-router";
import { sendContactMessage } from "#contract/contact.ts";
import { contactFields } from "#domain/fields/contact.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { lookAt } from "#web/ui/form/form-elements.ts";
import { refusalOf, sentOf } from "#web/ui/form/form-rules.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { toast } from "#web/ui/toast.ts";
import { Honeypot } from "#web/ui/honeypot.tsx";
import type { ContactActionData } from "./contact-action.server.ts";
import { contactErrorWords, contactRules } from "./contact-rules.ts";
import { failureWords } from "./failure-words.ts";

/** A message to us. It works without script too, by the page's own action. */
export function ContactForm() {
  const answered = useActionData<ContactActionData>();
  const [said, setSaid] = useState(answered?.said);
  const [hasTried, setTried] = useState(false);
  const { props, field, isSending, failure } = useForm({
    rules: contactRules,
    id: "contact",
    words: contactErrorWords,
    start: answered,
    send: async (values, form) => {
      setTried(true);
      setSaid(undefined);
      const body = { ...sentOf(contactFields, values), language: currentLanguage() };
      const { message } = await api(sendContactMessage, { body });
      form.reset();
      setSaid(message);
      toast({ title: m.contact_sent_title(), description: message || m.contact_sent_text() });
    },
    onFailed: (error) =>
      toast({
        title: m.contact_failed_title(),
        description: failureWords(refusalOf(error)),
        variant: "destructive",
      }),
  });
  const refusal = hasTried ? failure !== undefined && (refusalOf(failure) ?? {}) : answered?.refusal;
  return (
    <form
      className="card [&_textarea]:min-h-40 grid gap-4.5 rounded-xl"
      method="post"
      action="/contact"
      data-draft="contact"
      aria-labelledby="contact-form-title"
      {...props}
    >
      <div>
        <h2 className="h3" id="contact-form-title">
          {m.contact_form_title()}
        </h2>
        <p className="small muted">{m.contact_form_lead()}</p>
      </div>
      {said !== undefined && (
        <div role="status" tabIndex={-1} ref={lookAt}>
          <Notice kind="good">
            <b>{m.contact_sent_title()}</b> {said || m.contact_sent_text()}
          </Notice>
        </div>
      )}
      {refusal && (
        <Notice kind="bad" isAlert ref={lookAt}>
          <b>{m.contact_failed_title()}</b> {failureWords(refusal)}
        </Notice>
      )}
      <div className="pairs">
        <TextField {...field("name")} label={m.contact_form_name()} autoComplete="name" />
        <TextField
          {...field("phone")}
          label={m.contact_form_phone()}
          type="tel"
          autoComplete="tel"
          isOptional
        />
      </div>
      <TextField
        {...field("email")}
        label={m.contact_form_email()}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <TextField {...field("subject")} label={m.contact_form_subject()} />
      <TextAreaField {...field("message")} label={m.contact_form_message()} rows={6} />
      <Honeypot />
      <SubmitButton className="btn btn-primary" isSending={isSending}>
        {isSending ? m.contact_form_sending() : m.contact_form_send()}
      </SubmitButton>
    </form>
  );
}
