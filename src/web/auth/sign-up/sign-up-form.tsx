import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Role } from "#domain/people/permissions.ts";
import { m } from "#web/paraglide/messages.js";
import { failureWords } from "#web/session/failure-words.ts";
import { usernameWords } from "#web/ui/form/credential-words.ts";
import { focusField, lookAt, readFields, restoreFields } from "#web/ui/form/form-fields.ts";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { PasswordRules } from "#web/ui/form/password-rules.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import type { FormError } from "#web/auth/sign-in-check.ts";
import { signUp } from "./sign-up.ts";
import { type SignUpField, signUpError, type SignUpValues } from "./sign-up-check.ts";
import { useUsernameCheck } from "./use-username-check.ts";

const fields = [
  "fullName",
  "username",
  "email",
  "phone",
  "password",
  "confirmation",
  "adminCode",
] as const satisfies readonly SignUpField[];

type SignUpFormProps = {
  /** What was typed, for when the other tab is looked at. */
  kept: RefObject<Partial<SignUpValues>>;
  type: Role;
  destination: string;
  /** The address that was signed up, and whether it is signed in already, where nobody has to confirm it. */
  onSignedUp: (email: string, isSignedIn: boolean) => Promise<void>;
};

export function SignUpForm({ kept, type, destination, onSignedUp }: SignUpFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState({ username: "", password: "", confirmation: "" });
  const [fieldError, setError] = useState<FormError<SignUpField>>();
  const [failure, setFailure] = useState("");
  const [isSending, setSending] = useState(false);
  const availability = useUsernameCheck(typed.username);
  const isTaken = availability === "taken";
  const errorOf = (field: SignUpField) => (fieldError?.field === field ? fieldError.words() : undefined);

  const watch = () => {
    if (!form.current) return;
    kept.current = readFields(form.current, fields);
    setTyped(readFields(form.current, ["username", "password", "confirmation"]));
  };
  useEffect(() => {
    if (!form.current) return;
    restoreFields(form.current, kept.current);
    setTyped(readFields(form.current, ["username", "password", "confirmation"]));
  }, [kept]);
  // After what this tab remembers: a draft that is put back counts as typing, and it holds no password.
  useDraft(form);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const raw = readFields(form.current, fields);
    const values = {
      ...raw,
      fullName: raw.fullName.trim(),
      username: raw.username.trim(),
      email: raw.email.trim(),
      adminCode: raw.adminCode.trim(),
    };
    const wrong = signUpError(values, { isTaken, needsCode: type === "admin" });
    setError(wrong);
    setFailure("");
    if (wrong) {
      toast({ title: m.auth_validation_title(), description: wrong.words(), variant: "destructive" });
      return focusField(form.current, wrong.field);
    }
    setSending(true);
    dismissFailure();
    try {
      const isSignedIn = await signUp(values, { type, destination });
      await onSignedUp(values.email, isSignedIn);
    } catch (error) {
      setFailure(failureWords(error));
      toast({ title: m.auth_signup_failed(), description: failureWords(error), variant: "destructive" });
    }
    setSending(false);
  };

  return (
    <form
      method="post"
      data-draft="sign-up"
      ref={form}
      noValidate
      onInput={watch}
      onSubmit={(event) => void send(event)}
    >
      {failure && (
        <Notice kind="bad" isAlert ref={lookAt}>
          {failure}
        </Notice>
      )}
      <TextField
        id="signup-name"
        name="fullName"
        label={m.auth_full_name()}
        autoComplete="name"
        required
        maxLength={120}
        error={errorOf("fullName")}
        isAlert
      />
      <div className="field">
        <TextField
          id="signup-username"
          name="username"
          label={m.auth_username()}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={30}
          error={isTaken ? usernameWords.taken() : errorOf("username")}
          isAlert
        />
        <p className="fine" role="status">
          {availability === "available" && (
            <>
              <Icon name="check" />
              {m.auth_username_free({ username: typed.username.toLowerCase() })}
            </>
          )}
        </p>
      </div>
      <TextField
        id="signup-email"
        name="email"
        type="email"
        label={m.auth_email()}
        autoComplete="username"
        autoCapitalize="none"
        required
        maxLength={254}
        error={errorOf("email")}
        isAlert
      />
      <TextField
        id="signup-phone"
        name="phone"
        type="tel"
        label={m.auth_phone()}
        isOptional
        autoComplete="tel"
        maxLength={40}
        hint={m.auth_phone_hint()}
      />
      <PasswordField
        id="signup-password"
        name="password"
        label={m.auth_password()}
        autoComplete="new-password"
        required
        helpId="signup-rules"
        error={errorOf("password")}
      />
      <PasswordField
        id="signup-confirmation"
        name="confirmation"
        label={m.auth_confirm_password()}
        autoComplete="new-password"
        required
        error={errorOf("confirmation")}
      />
      <PasswordRules id="signup-rules" password={typed.password} confirmation={typed.confirmation} />
      {type === "admin" && (
        <TextField
          id="signup-code"
          name="adminCode"
          label={m.auth_admin_code()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-secret=""
          maxLength={100}
          hint={m.auth_admin_code_hint()}
          error={errorOf("adminCode")}
          isAlert
        />
      )}
      <SubmitButton isSending={isSending} disabled={isTaken}>
        {m.auth_create()}
      </SubmitButton>
      {isTaken && <p className="note">{m.auth_username_other()}</p>}
    </form>
  );
}
