import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { failureWords } from "#web/session/failure-words.ts";
import { focusField, readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { AuthFrame, AuthHead } from "#web/auth/auth-frame.tsx";
import { resendConfirmation } from "./confirm-address.ts";
import type { LinkKind } from "./confirm-kinds.ts";
import { emailError } from "#web/auth/sign-in-check.ts";

/** A link that was used, is too old, or lost a piece on its way; and how to get another of its kind. */
export function DeadLink({ kind, isBroken }: { kind: LinkKind; isBroken: boolean }) {
  return (
    <AuthFrame>
      <section className="auth-view">
        <AuthHead title={isBroken ? m.confirm_broken_title() : m.confirm_dead_title()}>
          {isBroken ? m.confirm_broken_text() : m.confirm_dead_text()}
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
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState("");
  const [sentTo, setSentTo] = useState("");

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current) return;
    const email = readFields(form.current, ["email"]).email.trim();
    const wrong = emailError(email)?.words() ?? (await failed(email));
    setError(wrong);
    setSentTo(wrong ? "" : email);
    if (wrong) focusField(form.current, "email");
  };
  const failed = (email: string): Promise<string> =>
    resendConfirmation(email, "/").then(() => "", failureWords);

  if (sentTo) return <Notice kind="good">{m.confirm_sent_again({ email: sentTo })}</Notice>;
  return (
    <form method="post" ref={form} noValidate onSubmit={(event) => void send(event)}>
      <TextField
        id="again-email"
        name="email"
        type="email"
        label={m.auth_email()}
        autoComplete="username"
        required
        error={error}
        isAlert
      />
      <SubmitButton>{m.confirm_new_link()}</SubmitButton>
    </form>
  );
}
