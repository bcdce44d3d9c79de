import { type FormEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { failureCode, failureWords } from "#web/session/failure-words.ts";
import { useSession } from "#web/session/use-session.ts";
import "#web/styles/auth.css";
import { focusField, readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { PasswordRules } from "#web/ui/form/password-rules.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { AuthFrame, AuthHead, NeedsScript } from "./auth-frame.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { type FormError } from "./sign-in-check.ts";
import { newPasswordError } from "./sign-up/sign-up-check.ts";

export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.reset_title() });

/**
 * A new password after a mailed link. Whoever has a second factor proves it first: a mailbox alone doesn't
 * open such an account.
 */
export default function ResetPasswordPage() {
  const isAwake = useHydrated();
  const session = useSession();
  const navigate = useNavigate();

  if (isAwake && session && !session.isWhole) {
    return (
      <AuthFrame>
        <SecondFactor onDone={() => undefined} onLeave={() => void navigate("/signin")} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <section className="auth-view">
        <AuthHead title={m.reset_title()}>
          {isAwake && !session ? m.reset_no_link() : m.reset_text()}
        </AuthHead>
        <NeedsScript />
        {isAwake && !session ? (
          <Link className="btn btn-primary" to="/forgot-password">
            {m.confirm_new_link()}
          </Link>
        ) : (
          <NewPasswordForm onDone={() => navigate("/dashboard", { replace: true })} />
        )}
      </section>
    </AuthFrame>
  );
}

function NewPasswordForm({ onDone }: { onDone: () => unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState({ password: "", confirmation: "" });
  const [fieldError, setError] = useState<FormError<"password" | "confirmation">>();
  const [failure, setFailure] = useState({ words: "", isOrdinary: false });
  const [isSending, setSending] = useState(false);
  const errorOf = (field: "password" | "confirmation") =>
    fieldError?.field === field ? fieldError.words() : undefined;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const values = readFields(form.current, ["password", "confirmation"]);
    const wrong = newPasswordError(values);
    setError(wrong);
    setFailure({ words: "", isOrdinary: false });
    if (wrong) {
      toast({ title: m.auth_validation_title(), description: wrong.words(), variant: "destructive" });
      return focusField(form.current, wrong.field);
    }
    setSending(true);
    dismissFailure();
    try {
      const { error } = await (await authClient()).updateUser({ password: values.password });
      if (error) throw error;
      toast({ title: m.reset_done_title(), description: m.reset_done_text() });
      await onDone();
    } catch (error) {
      setFailure({
        words: failureWords(error),
        isOrdinary: failureCode(error) === "reauthentication_needed",
      });
    }
    setSending(false);
  };

  return (
    <form
      method="post"
      className="needs-script"
      ref={form}
      noValidate
      onInput={() => form.current && setTyped(readFields(form.current, ["password", "confirmation"]))}
      onSubmit={(event) => void send(event)}
    >
      {failure.words && (
        <Notice kind="bad" isAlert>
          <p>{failure.words}</p>
          {failure.isOrdinary && <Link to="/dashboard">{m.confirm_to_account()}</Link>}
        </Notice>
      )}
      <PasswordField
        id="new-password"
        name="password"
        label={m.reset_new_password()}
        autoComplete="new-password"
        required
        helpId="new-rules"
        error={errorOf("password")}
      />
      <PasswordField
        id="new-confirmation"
        name="confirmation"
        label={m.auth_confirm_password()}
        autoComplete="new-password"
        required
        error={errorOf("confirmation")}
      />
      <PasswordRules id="new-rules" password={typed.password} confirmation={typed.confirmation} />
      <SubmitButton isSending={isSending}>{m.reset_save()}</SubmitButton>
    </form>
  );
}
