import { type RefObject, useState } from "react";
import type { Role } from "#domain/people/permissions.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { usernameWords } from "#web/ui/form/words/credential-words.ts";
import { lookAt } from "#web/ui/form/form-elements.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { PasswordRules } from "#web/ui/form/password-rules.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import {
  accountErrorWords,
  toastFormError,
  signUpRules,
  type SignUpValues,
} from "#web/auth/account-rules.ts";
import { EmailField } from "#web/auth/email-field.tsx";
import { signUp } from "./sign-up.ts";
import { useUsernameCheck } from "./use-username-check.ts";

type SignUpFormProps = {
  /** The typed values, kept for when the user switches tabs. */
  kept: RefObject<Partial<SignUpValues>>;
  type: Role;
  destination: string;
  /** Gets the new account's address, and whether the user is signed in already, without confirming it. */
  onSignedUp: (email: string, isSignedIn: boolean) => Promise<void>;
};

export function SignUpForm({ kept, type, destination, onSignedUp }: SignUpFormProps) {
  const [typed, setTyped] = useState({ username: "", password: "", confirmation: "" });
  const availability = useUsernameCheck(typed.username);
  const isTaken = availability === "taken";
  const { props, field, isSending, failure } = useForm({
    rules: signUpRules({ isTaken, needsCode: type === "admin" }),
    id: "signup",
    words: accountErrorWords,
    remembered: () => kept.current,
    onWatch: (values) => {
      kept.current = values;
      setTyped(values);
    },
    onWrong: toastFormError,
    send: async (values) => {
      dismissFailure();
      const isSignedIn = await signUp(values, { type, destination });
      await onSignedUp(values.email, isSignedIn);
    },
    onFailed: (error) =>
      toast({ title: m.auth_signup_failed(), description: sessionErrorWords(error), variant: "destructive" }),
  });
  const username = field("username");

  return (
    <form method="post" data-draft="sign-up" {...props}>
      {failure !== undefined && (
        <Notice kind="bad" isAlert ref={lookAt}>
          {sessionErrorWords(failure)}
        </Notice>
      )}
      <TextField {...field("fullName")} id="signup-name" label={m.auth_full_name()} autoComplete="name" />
      <div className="field">
        <TextField
          {...username}
          label={m.auth_username()}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          error={isTaken ? usernameWords.taken() : username.error}
          isAlert
        />
        <p className="flex gap-1.5 text-xs text-good empty:hidden" role="status">
          {availability === "available" && (
            <>
              <Icon name="check" />
              {m.auth_username_free({ username: typed.username.toLowerCase() })}
            </>
          )}
        </p>
      </div>
      <EmailField {...field("email")} />
      <TextField
        {...field("phone")}
        type="tel"
        label={m.auth_phone()}
        isOptional
        autoComplete="tel"
        hint={m.auth_phone_hint()}
      />
      <PasswordField
        {...field("password")}
        label={m.auth_password()}
        autoComplete="new-password"
        helpId="signup-rules"
      />
      <PasswordField
        {...field("confirmation")}
        required
        label={m.auth_confirm_password()}
        autoComplete="new-password"
      />
      <PasswordRules id="signup-rules" password={typed.password} confirmation={typed.confirmation} />
      {type === "admin" && (
        <TextField
          {...field("adminCode")}
          id="signup-code"
          label={m.auth_admin_code()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-secret=""
          hint={m.auth_admin_code_hint()}
        />
      )}
      <SubmitButton isSending={isSending} disabled={isTaken}>
        {m.auth_create()}
      </SubmitButton>
      {isTaken && <p className="note">{m.auth_username_other()}</p>}
    </form>
  );
}
