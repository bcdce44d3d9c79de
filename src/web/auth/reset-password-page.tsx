import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { safeRedirect } from "#domain/site/redirects.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { normalPassword } from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { useSession } from "#web/session/use-session.ts";
import "#web/auth/auth.css";
import { useForm } from "#web/ui/form/use-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { PasswordRules } from "#web/ui/form/password-rules.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { AuthFrame, AuthHead, NeedsScript } from "./auth-frame.tsx";
import SecondFactor from "./second-factor.tsx";
import { accountErrorWords, newPasswordRules, toastFormError } from "./account-rules.ts";

export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.reset_title() });

/**
 * Sets a new password after a mailed link. A user with a second factor must enter it first: access to the mailbox
 * alone doesn't open such an account.
 */
export default function ResetPasswordPage() {
  const isAwake = useHydrated();
  const session = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const destination = safeRedirect(query.get("redirect"));

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
          <NewPasswordForm
            onDone={() => navigate(destination === "/" ? "/dashboard" : destination, { replace: true })}
          />
        )}
      </section>
    </AuthFrame>
  );
}

function NewPasswordForm({ onDone }: { onDone: () => unknown }) {
  const [typed, setTyped] = useState({ password: "", confirmation: "" });
  const { props, field, isSending, failure } = useForm({
    rules: newPasswordRules,
    id: "new",
    words: accountErrorWords,
    onWatch: setTyped,
    onWrong: toastFormError,
    send: async ({ password }) => {
      dismissFailure();
      const { error } = await (await authClient()).updateUser({ password: normalPassword(password) });
      if (error) throw error;
      toast({ title: m.reset_done_title(), description: m.reset_done_text() });
      await onDone();
    },
  });

  return (
    <form method="post" className="needs-script" {...props}>
      {failure !== undefined && (
        <Notice kind="bad" isAlert>
          <p>{sessionErrorWords(failure)}</p>
          {failureCode(failure) === "reauthentication_needed" && (
            <Link to="/dashboard">{m.confirm_to_account()}</Link>
          )}
        </Notice>
      )}
      <PasswordField
        {...field("password")}
        label={m.reset_new_password()}
        autoComplete="new-password"
        helpId="new-rules"
      />
      <PasswordField
        {...field("confirmation")}
        label={m.auth_confirm_password()}
        autoComplete="new-password"
        required
      />
      <PasswordRules id="new-rules" password={typed.password} confirmation={typed.confirmation} />
      <SubmitButton isSending={isSending}>{m.reset_save()}</SubmitButton>
    </form>
  );
}
