import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { plainCode } from "#domain/plain-text.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { CodeField } from "#web/ui/form/code-field.tsx";
import { readFields } from "#web/ui/form/form-fields.ts";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { Failed } from "#web/session/states.tsx";

/** Proves the user's identity in addition to the session: the current password, or a code from the mailbox. */
export type Proof = { current_password: string } | { nonce: string };

/** The proof as a form has it now, or the name of the field that is still empty. */
export function readProof(form: HTMLFormElement): Proof | "current_password" | "nonce" {
  const typed = readFields(form, ["current_password", "nonce"]);
  if (form.elements.namedItem("nonce"))
    return plainCode(typed.nonce) ? { nonce: plainCode(typed.nonce) } : "nonce";
  return typed.current_password ? { current_password: typed.current_password } : "current_password";
}

export function ProofFields({ id, email, isMissing }: { id: string; email: string; isMissing: boolean }) {
  const [isByMail, setByMail] = useState(false);
  const ask = useMutation({
    mutationFn: async () => {
      const { error } = await (await authClient()).reauthenticate();
      if (error) throw error;
    },
    onSuccess: () => setByMail(true),
  });

  if (isByMail)
    return (
      <CodeField
        id={`${id}-nonce`}
        name="nonce"
        label={m.account_mailed_code()}
        hint={m.account_mailed_code_hint({ email })}
        error={isMissing ? m.account_error_code() : undefined}
      />
    );
  return (
    <>
      <PasswordField
        id={`${id}-current`}
        name="current_password"
        label={m.account_current_password()}
        autoComplete="current-password"
        error={isMissing ? m.account_error_current() : undefined}
      />
      <p className="small">
        <button className="linklike" type="button" onClick={() => !ask.isPending && ask.mutate()}>
          {m.account_mail_code()}
        </button>
      </p>
      <Failed error={ask.error} />
    </>
  );
}
