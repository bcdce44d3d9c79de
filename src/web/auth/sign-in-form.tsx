import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { failureCode, failureWords } from "#web/session/failure-words.ts";
import { focusField, lookAt, readFields, restoreFields } from "#web/ui/form/form-fields.ts";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import { resendConfirmation } from "./confirm/confirm-address.ts";
import { ResendButton } from "#web/session/resend-button.tsx";
import { type FormError, signInError, type SignInValues } from "./sign-in-check.ts";

type SignInFormProps = {
  /** What was typed, for when the other tab is looked at. */
  kept: RefObject<Partial<SignInValues>>;
  /** Where to go afterwards; an email that is sent again keeps it. */
  destination: string;
  onSignedIn: (email: string) => Promise<void>;
};

export function SignInForm({ kept, destination, onSignedIn }: SignInFormProps) {
  const { search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [fieldError, setError] = useState<FormError<"email" | "password">>();
  const [failure, setFailure] = useState<{ words: string; unconfirmed?: string }>();
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    if (form.current) restoreFields(form.current, kept.current);
  }, [kept]);
  // After what this tab remembers: a draft that is put back counts as typing, and it holds no password.
  useDraft(form);
  const keep = () => {
    if (form.current) kept.current = readFields(form.current, ["email", "password"]);
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const typed = readFields(form.current, ["email", "password"]);
    const values = { ...typed, email: typed.email.trim() };
    const wrong = signInError(values);
    setError(wrong);
    setFailure(undefined);
    if (wrong) {
      toast({ title: m.auth_validation_title(), description: wrong.words(), variant: "destructive" });
      return focusField(form.current, wrong.field);
    }
    setSending(true);
    dismissFailure();
    try {
      const { error } = await (await authClient()).signInWithPassword(values);
      if (error) throw error;
      await onSignedIn(values.email);
    } catch (error) {
      const words = failureWords(error, m.auth_login_unexplained());
      setFailure({
        words,
        ...(failureCode(error) === "email_not_confirmed" && { unconfirmed: values.email }),
      });
      toast({ title: m.auth_login_failed(), description: words, variant: "destructive" });
    }
    setSending(false);
  };

  return (
    <form
      method="post"
      data-draft="sign-in"
      ref={form}
      noValidate
      onInput={keep}
      onSubmit={(event) => void send(event)}
    >
      {failure && (
        <Notice kind="bad" isAlert ref={lookAt}>
          <p>{failure.words}</p>
          {failure.unconfirmed && <p>{m.auth_unconfirmed_text()}</p>}
        </Notice>
      )}
      {failure?.unconfirmed && (
        <ResendButton
          label={m.auth_resend_confirmation()}
          send={() => resendConfirmation(failure.unconfirmed ?? "", destination)}
        />
      )}
      <TextField
        id="signin-email"
        name="email"
        type="email"
        label={m.auth_email()}
        autoComplete="username"
        autoCapitalize="none"
        required
        maxLength={254}
        error={fieldError?.field === "email" ? fieldError.words() : undefined}
        isAlert
      />
      <PasswordField
        id="signin-password"
        name="password"
        label={m.auth_password()}
        autoComplete="current-password"
        required
        error={fieldError?.field === "password" ? fieldError.words() : undefined}
        aside={<Link to={`/forgot-password${search}`}>{m.auth_forgot()}</Link>}
      />
      <SubmitButton isSending={isSending}>{m.layout_nav_sign_in()}</SubmitButton>
    </form>
  );
}
