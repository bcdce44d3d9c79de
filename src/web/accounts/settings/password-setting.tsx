import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { normalPassword, passwordError } from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { passwordWords } from "#web/ui/form/words/credential-words.ts";
import { focusFirst } from "#web/ui/form/form-elements.ts";
import { readFields } from "#web/ui/form/form-fields.ts";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { PasswordRules } from "#web/ui/form/password-rules.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Proof, ProofFields, readProof } from "./proof.tsx";
import { sessionsQuery } from "#web/accounts/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed } from "#web/session/states.tsx";
import { Edit, Setting } from "./setting.tsx";

const nothing = { password: "", confirmation: "" };

export function PasswordSetting({ email }: { email: string }) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const edit = useRef<HTMLDetailsElement>(null);
  const [typed, setTyped] = useState(nothing);
  const [fieldError, setError] = useState<{ field: string; words: string }>();
  const [turn, setTurn] = useState(0);

  const change = useMutation({
    mutationFn: async (attributes: Proof & { password: string }) => {
      const { error } = await (await authClient()).updateUser(attributes);
      if (error) throw error;
    },
    onSuccess: async () => {
      if (edit.current) edit.current.open = false;
      setTyped(nothing);
      setTurn(turn + 1);
      toast({ title: m.account_password_changed(), description: m.account_password_changed_text() });
      await makeStale(cache, sessionsQuery);
    },
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || change.isPending) return;
    const { password, confirmation } = readFields(form.current, ["password", "confirmation"]);
    const proof = readProof(form.current);
    const wrong = errorOf(proof, password, confirmation);
    setError(wrong);
    if (wrong) return focusFirst(form.current, [wrong.field]);
    if (typeof proof !== "string") change.mutate({ ...proof, password: normalPassword(password) });
  };
  const words = (field: string) => (fieldError?.field === field ? fieldError.words : undefined);

  return (
    <Setting id="set-password" title={m.account_password()}>
      <p className="small muted">{m.account_password_text()}</p>
      <Edit label={m.account_change_password()} ref={edit}>
        <form
          method="post"
          className="stack"
          key={turn}
          ref={form}
          noValidate
          onInput={() => form.current && setTyped(readFields(form.current, ["password", "confirmation"]))}
          onSubmit={send}
        >
          {/* Lets password managers know whose password this is. */}
          <input hidden name="username" autoComplete="username" defaultValue={email} />
          <Failed error={change.error} />
          <ProofFields
            id="password"
            email={email}
            isMissing={fieldError?.field === "current_password" || fieldError?.field === "nonce"}
          />
          <PasswordField
            id="password-new"
            name="password"
            label={m.account_new_password()}
            autoComplete="new-password"
            helpId="password-rules"
            error={words("password")}
          />
          <PasswordField
            id="password-confirmation"
            name="confirmation"
            label={m.account_confirm_password()}
            autoComplete="new-password"
            error={words("confirmation")}
          />
          <PasswordRules id="password-rules" password={typed.password} confirmation={typed.confirmation} />
          <SubmitButton className="btn btn-primary" isSending={change.isPending}>
            {m.account_save_password()}
          </SubmitButton>
        </form>
      </Edit>
    </Setting>
  );
}

function errorOf(
  proof: Proof | string,
  password: string,
  confirmation: string,
): { field: string; words: string } | undefined {
  if (typeof proof === "string") return { field: proof, words: "" };
  const fieldError = passwordError(password);
  if (fieldError) return { field: "password", words: passwordWords[fieldError]() };
  return normalPassword(password) === normalPassword(confirmation)
    ? undefined
    : { field: "confirmation", words: passwordWords.differ() };
}
