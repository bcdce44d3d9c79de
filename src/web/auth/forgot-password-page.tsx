import { type FormEvent, useEffect, useRef, useState } from "react";
import { data, Form, Link, useLocation } from "react-router";
import { forgotPassword } from "#contract/accounts.ts";
import { api, ApiError } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import "#web/styles/auth.css";
import { focusField, readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import type { Route } from "./+types/forgot-password-page.ts";
import { AuthFrame, AuthHead } from "./auth-frame.tsx";
import { askForPassword, forgotError } from "./forgot-password.ts";
import { typedBefore } from "./typed-before.ts";
import { ResendButton } from "#web/session/resend-button.tsx";

export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.auth_forgot_title() });

/** The form without script. The answer is the same whether the address has an account or not. */
export async function action({ request, context }: Route.ActionArgs) {
  const email = String((await request.formData()).get("email") ?? "").trim();
  const fieldError = forgotError(email);
  if (fieldError) return data({ email, error: fieldError, failure: "", sentTo: "" }, { status: 422 });
  try {
    await api(forgotPassword, { body: { email } }, context.get(scopeContext).apiFetch);
    return data({ email, error: "", failure: "", sentTo: email });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data(
      { email, error: "", failure: error.body?.message ?? m.auth_forgot_failed(), sentTo: "" },
      { status: error.status },
    );
  }
}

const nothingYet = { email: "", error: "", failure: "", sentTo: "" };

export default function ForgotPasswordPage({ actionData = nothingYet }: Route.ComponentProps) {
  const { search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(actionData);
  const [isSending, setSending] = useState(false);

  // The address that was typed to sign in with, unless one was typed here.
  useEffect(() => {
    const field = form.current?.elements.namedItem("email");
    if (field instanceof HTMLInputElement && field.value === "")
      field.value = typedBefore.signIn.current.email ?? "";
  }, []);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const email = readFields(form.current, ["email"]).email.trim();
    const fieldError = forgotError(email);
    setState({ ...nothingYet, email, error: fieldError });
    if (fieldError) return focusField(form.current, "email");
    setSending(true);
    dismissFailure();
    const failure = await askForPassword(email);
    setSending(false);
    setState({ ...nothingYet, email, failure: failure?.words ?? "", sentTo: failure ? "" : email });
    if (failure) toast({ title: m.auth_send_failed(), description: failure.words, variant: "destructive" });
  };

  if (state.sentTo)
    return (
      <EmailSent email={state.sentTo} onOther={() => setState({ ...nothingYet, email: state.sentTo })} />
    );
  return (
    <AuthFrame isBackToSignIn>
      <section className="auth-view">
        <AuthHead title={m.auth_forgot_title()}>{m.auth_forgot_text()}</AuthHead>
        <Form method="post" ref={form} noValidate onSubmit={(event) => void send(event)}>
          {state.failure && (
            <Notice kind="bad" isAlert>
              {state.failure}
            </Notice>
          )}
          <TextField
            id="forgot-email"
            name="email"
            type="email"
            label={m.auth_email()}
            autoComplete="username"
            autoCapitalize="none"
            required
            maxLength={254}
            defaultValue={state.email}
            error={state.error}
            isAlert
          />
          <button className="btn btn-primary btn-wide" type="submit" aria-busy={isSending || undefined}>
            {m.auth_forgot_send()}
          </button>
        </Form>
        <div className="auth-foot">
          <p>
            {m.auth_remembered()} <Link to={`/signin${search}`}>{m.layout_nav_sign_in()}</Link>
          </p>
        </div>
      </section>
    </AuthFrame>
  );
}

function EmailSent({ email, onOther }: { email: string; onOther: () => void }) {
  const { search } = useLocation();
  const send = async () => {
    const failure = await askForPassword(email);
    if (failure) throw failure.error;
  };
  return (
    <AuthFrame isBackToSignIn>
      <section className="auth-view" role="status">
        <AuthHead title={m.auth_sent_title()}>{m.auth_sent_text({ email })}</AuthHead>
        <p className="small muted">{m.auth_sent_hours()}</p>
        <p className="small muted">{m.auth_sent_spam()}</p>
      </section>
      <div className="acts needs-script">
        <ResendButton label={m.auth_resend()} send={send} startsPaused />
        <button className="btn btn-quiet btn-sm" type="button" onClick={onOther}>
          {m.auth_sent_other()}
        </button>
      </div>
      <div className="auth-foot">
        <p>
          <Link to={`/signin${search}`}>{m.auth_back_sign_in()}</Link>
        </p>
      </div>
    </AuthFrame>
  );
}
