import { type RefObject, useState } from "react";
import { Link, useLocation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { signInByPassword } from "#web/session/sign-in-by-password.ts";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { lookAt } from "#web/ui/form/form-elements.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import { resendConfirmation } from "./confirm/confirm-redirect.ts";
import { EmailField } from "./email-field.tsx";
import { ResendButton } from "#web/session/resend-button.tsx";
import { accountErrorWords, toastFormError, signInRules, type SignInValues } from "./account-rules.ts";

type SignInFormProps = {
  /** The typed values, kept for when the user switches tabs. */
  kept: RefObject<Partial<SignInValues>>;
  /** The next page after signing in. A confirmation email that is sent again keeps it. */
  destination: string;
  onSignedIn: (email: string) => Promise<void>;
};

export function SignInForm({ kept, destination, onSignedIn }: SignInFormProps) {
  const { search } = useLocation();
  const [sentAs, setSentAs] = useState("");
  const { props, field, isSending, failure } = useForm({
    rules: signInRules,
    id: "signin",
    words: accountErrorWords,
    remembered: () => kept.current,
    onWatch: (values) => {
      kept.current = values;
    },
    onWrong: toastFormError,
    send: async (values) => {
      setSentAs(values.email);
      dismissFailure();
      const { error } = await signInByPassword(values);
      if (error) throw error;
      await onSignedIn(values.email);
    },
    onFailed: (error) =>
      toast({ title: m.auth_login_failed(), description: wordsOf(error), variant: "destructive" }),
  });
  const isUnconfirmed = failureCode(failure) === "email_not_confirmed";

  return (
    <form method="post" data-draft="sign-in" {...props}>
      {failure !== undefined && (
        <Notice kind="bad" isAlert ref={lookAt}>
          <p>{wordsOf(failure)}</p>
          {isUnconfirmed && <p>{m.auth_unconfirmed_text()}</p>}
        </Notice>
      )}
      {isUnconfirmed && (
        <ResendButton
          label={m.auth_resend_confirmation()}
          send={() => resendConfirmation(sentAs, destination)}
        />
      )}
      <EmailField {...field("email")} />
      <PasswordField
        {...field("password")}
        label={m.auth_password()}
        autoComplete="current-password"
        aside={<Link to={`/forgot-password${search}`}>{m.auth_forgot()}</Link>}
      />
      <SubmitButton isSending={isSending}>{m.layout_nav_sign_in()}</SubmitButton>
    </form>
  );
}

const wordsOf = (error: unknown): string => sessionErrorWords(error, m.auth_login_unexplained());
