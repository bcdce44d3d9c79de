import { useState } from "react";
import { Link } from "react-router";
import { linkHours } from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { AuthFrame, AuthHead } from "#web/auth/auth-frame.tsx";
import { resendConfirmation } from "./confirm-redirect.ts";
import type { LinkKind } from "./confirm-kinds.ts";
import { accountErrorWords, emailRules } from "#web/auth/account-rules.ts";

/** Shown for a link that was used, is too old, or is incomplete. It offers another link of the same kind. */
export function DeadLink({ kind, isBroken }: { kind: LinkKind; isBroken: boolean }) {
  return (
    <AuthFrame>
      <section className="auth-view">
        <AuthHead title={isBroken ? m.confirm_broken_title() : m.confirm_dead_title()}>
          {isBroken ? m.confirm_broken_text() : m.confirm_dead_text({ hours: linkHours })}
        </AuthHead>
        {kind === "signup" && <AskAgain />}
        {kind === "recovery" && (
          <Link className="btn btn-primary" to="/forgot-password">
            {m.confirm_new_link()}
          </Link>
        )}
        {kind === "email_change" && (
          <Link className="btn btn-primary" to="/dashboard">
            {m.confirm_to_account()}
          </Link>
        )}
        {kind === "invite" && <p className="muted">{m.confirm_invite_again()}</p>}
        <div className="auth-foot">
          <p>
            {m.auth_have_account()} <Link to="/signin">{m.layout_nav_sign_in()}</Link>
          </p>
        </div>
      </section>
    </AuthFrame>
  );
}

function AskAgain() {
  const [sentTo, setSentTo] = useState("");
  const { props, field, isSending, failure } = useForm({
    rules: emailRules,
    id: "again",
    words: accountErrorWords,
    send: async ({ email }) => {
      await resendConfirmation(email, "/");
      setSentTo(email);
    },
  });

  if (sentTo) return <Notice kind="good">{m.confirm_sent_again({ email: sentTo })}</Notice>;
  return (
    <form method="post" {...props}>
      {failure !== undefined && (
        <Notice kind="bad" isAlert>
          {sessionErrorWords(failure)}
        </Notice>
      )}
      <TextField {...field("email")} type="email" label={m.auth_email()} autoComplete="username" />
      <SubmitButton isSending={isSending}>{m.confirm_new_link()}</SubmitButton>
    </form>
  );
}
