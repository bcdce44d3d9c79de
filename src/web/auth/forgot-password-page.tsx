import { useState } from "react";
import { data, Form, Link, useLocation } from "react-router";
import { forgotPassword } from "#contract/accounts.ts";
import { linkHours } from "#domain/people/credentials.ts";
import { safeRedirect } from "#domain/site/redirects.ts";
import { api, ApiError } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import "#web/auth/auth.css";
import { readPost } from "#web/ui/form/posted-form.server.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import type { Route } from "./+types/forgot-password-page.ts";
import { AuthFrame, AuthHead } from "./auth-frame.tsx";
import { EmailField } from "./email-field.tsx";
import { emailRules } from "./account-rules.ts";
import type { emailFields } from "#domain/fields/account.ts";
import type { Errors } from "#web/ui/form/form-rules.ts";
import { askForPassword, forgotErrorWords, forgotFailureWords } from "./forgot-password.ts";
import { rememberedAuthForms } from "./remembered-auth-forms.ts";
import { ResendButton } from "#web/session/resend-button.tsx";

export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.auth_forgot_title() });

/** The form without script. The answer is the same whether the address has an account or not. */
export async function action({ request, context }: Route.ActionArgs) {
  const { values, errors } = await readPost(emailRules, request);
  const { email } = values;
  if (errors) return data({ ...nothingYet, values, errors }, { status: 422 });
  const redirect = wantedIn(new URL(request.url).search);
  try {
    await api(forgotPassword, { body: { email, redirect } }, context.get(scopeContext).apiFetch);
    return data({ ...nothingYet, values, sentTo: email });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ ...nothingYet, values, failure: forgotFailureWords(error) }, { status: error.status });
  }
}

/** The page that the user wanted before they noticed that they had forgotten the password. */
const wantedIn = (search: string): string => safeRedirect(new URLSearchParams(search).get("redirect"));

const nothingYet = { values: { email: "" }, errors: {}, failure: "", sentTo: "" };

type Start = typeof nothingYet & { errors: Errors<typeof emailFields> };

export default function ForgotPasswordPage({ actionData = nothingYet }: Route.ComponentProps) {
  const [start, setStart] = useState<Start>(actionData);
  const show = (sentTo: string, email: string) => setStart({ ...nothingYet, values: { email }, sentTo });
  return start.sentTo ? (
    <EmailSent email={start.sentTo} onOther={() => show("", start.sentTo)} />
  ) : (
    <AskForEmail start={start} onSent={(email) => show(email, email)} />
  );
}

function AskForEmail({ start, onSent }: { start: Start; onSent: (email: string) => void }) {
  const { search } = useLocation();
  const [failed, setFailed] = useState(start.failure);
  const { props, field, isSending } = useForm({
    rules: emailRules,
    id: "forgot",
    words: forgotErrorWords,
    start,
    // The address typed in the sign-in form, unless the user typed one here.
    remembered: () => ({ email: rememberedAuthForms.signIn.current.email }),
    onWrong: () => setFailed(""),
    send: async ({ email }) => {
      setFailed("");
      dismissFailure();
      const failure = await askForPassword(email, wantedIn(search));
      if (!failure) return onSent(email);
      setFailed(failure.words);
      toast({ title: m.auth_send_failed(), description: failure.words, variant: "destructive" });
    },
  });
  return (
    <AuthFrame isBackToSignIn>
      <section className="auth-view">
        <AuthHead title={m.auth_forgot_title()}>{m.auth_forgot_text()}</AuthHead>
        <Form method="post" {...props}>
          {failed && (
            <Notice kind="bad" isAlert>
              {failed}
            </Notice>
          )}
          <EmailField {...field("email")} />
          <SubmitButton isSending={isSending}>{m.auth_forgot_send()}</SubmitButton>
        </Form>
        <div className="auth-foot">
          <p>
            {m.auth_remembered()} <Link to={`/signin${search}`}>{m.layout_nav_sign_in()}</Link>
          </p>
          <Suspended />
        </div>
      </section>
    </AuthFrame>
  );
}

function EmailSent({ email, onOther }: { email: string; onOther: () => void }) {
  const { search } = useLocation();
  const send = async () => {
    const failure = await askForPassword(email, wantedIn(search));
    if (failure) throw failure.error;
  };
  return (
    <AuthFrame isBackToSignIn>
      <section className="auth-view" role="status">
        <AuthHead title={m.auth_sent_title()}>{m.auth_sent_text({ email })}</AuthHead>
        <p className="small muted">{m.auth_sent_hours({ hours: linkHours })}</p>
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
        <Suspended />
      </div>
    </AuthFrame>
  );
}

/** Shown to everybody, so that it doesn't reveal which accounts are suspended. */
const Suspended = () => (
  <p>
    {m.auth_forgot_suspended()} <Link to="/contact">{m.auth_forgot_contact()}</Link>
  </p>
);
