import type { ComponentProps } from "react";
import { useActionData } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { describedBy, Field } from "#web/ui/form/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Trap } from "#web/ui/trap.tsx";
import type { ContactActionData } from "./contact-action.server.ts";
import { type ContactError, type ContactField, firstContactError } from "./contact-message.ts";
import { failureWords } from "./failure-words.ts";
import { useContact } from "./use-contact.ts";

/** A message to us. It works without script too, by the page's own action. */
export function ContactForm() {
  const answered = useActionData<ContactActionData>();
  const { form, outcome, errors, watch, answer, isSending, send } = useContact(answered?.answer);
  const words = (name: ContactField) => errors[name] && errorWords(name, errors[name]);
  const field = (name: ContactField, rest: Omit<ComponentProps<typeof TextField>, "id" | "name">) => (
    <TextField
      id={`contact-${name}`}
      name={name}
      defaultValue={answered?.values?.[name]}
      error={words(name)}
      isAlert={firstContactError(errors) === name}
      {...rest}
    />
  );
  return (
    <form
      className="card contact-form"
      method="post"
      action="/contact"
      data-draft="contact"
      aria-labelledby="contact-form-title"
      noValidate
      ref={form}
      onInput={watch}
      onSubmit={send}
    >
      <div>
        <h2 className="h3" id="contact-form-title">
          {m.contact_form_title()}
        </h2>
        <p className="small muted">{m.contact_form_lead()}</p>
      </div>
      {answer?.kind === "sent" && (
        <div role="status" tabIndex={-1} ref={outcome}>
          <Notice kind="good">
            <b>{m.contact_sent_title()}</b> {answer.said || m.contact_sent_text()}
          </Notice>
        </div>
      )}
      {answer?.kind === "failed" && (
        <Notice kind="bad" isAlert ref={outcome}>
          <b>{m.contact_failed_title()}</b> {failureWords(answer)}
        </Notice>
      )}
      <div className="pairs">
        {field("name", {
          label: m.contact_form_name(),
          autoComplete: "name",
          maxLength: 120,
          required: true,
        })}
        {field("phone", {
          label: m.contact_form_phone(),
          type: "tel",
          autoComplete: "tel",
          maxLength: 40,
          isOptional: true,
        })}
      </div>
      {field("email", {
        label: m.contact_form_email(),
        type: "email",
        autoComplete: "email",
        maxLength: 254,
        required: true,
        spellCheck: false,
      })}
      {field("subject", { label: m.contact_form_subject(), maxLength: 160, required: true })}
      <Field id="contact-message" label={m.contact_form_message()} error={words("message")}>
        <textarea
          className="control"
          id="contact-message"
          name="message"
          rows={6}
          maxLength={5000}
          required
          defaultValue={answered?.values?.message}
          {...describedBy("contact-message", words("message"))}
        />
      </Field>
      <Trap />
      <button
        className="btn btn-primary"
        type="submit"
        aria-busy={isSending || undefined}
        aria-disabled={isSending || undefined}
      >
        {isSending && <span className="moon-spin" aria-hidden="true" />}
        {isSending ? m.contact_form_sending() : m.contact_form_send()}
      </button>
    </form>
  );
}

function errorWords(field: ContactField, error: ContactError): string {
  if (error === "email") return m.contact_form_bad_email();
  if (error === "card") return m.contact_form_card();
  if (error === "refused") return m.contact_form_refused();
  if (field === "name") return m.contact_form_missing_name();
  if (field === "email") return m.contact_form_missing_email();
  return field === "subject" ? m.contact_form_missing_subject() : m.contact_form_missing_message();
}
