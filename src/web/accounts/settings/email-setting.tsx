import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { longestEmail } from "#domain/text-lengths.ts";
import { emailAddress } from "#domain/fields/rules.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import { ResendButton } from "#web/session/resend-button.tsx";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { focusFirst } from "#web/ui/form/form-elements.ts";
import { readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Proof, ProofFields, readProof } from "./proof.tsx";
import { userQuery } from "#web/accounts/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed } from "#web/session/states.tsx";
import { Edit, Setting } from "./setting.tsx";

/** The page that the links in the emails of an address change lead to. */
const confirmedHere = () => `${location.origin}/auth/confirm?redirect=/dashboard/settings`;

/** The address that emails go to. A change counts once both mailboxes have confirmed it. */
export function EmailSetting({ email, newEmail }: { email: string; newEmail: string | undefined }) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const edit = useRef<HTMLDetailsElement>(null);
  const [fieldError, setError] = useState<{ field: string; words: string }>();

  const change = useMutation({
    mutationFn: async (attributes: Proof & { email: string }) => {
      const { error } = await (
        await authClient()
      ).updateUser(attributes, { emailRedirectTo: confirmedHere() });
      if (error) throw error;
    },
    onSuccess: async () => {
      if (edit.current) edit.current.open = false;
      form.current?.reset();
      toast({ title: m.account_email_change_sent(), description: m.account_email_change_sent_text() });
      await makeStale(cache, userQuery);
    },
  });

  const sendAgain = async () => {
    const { error } = await (
      await authClient()
    ).resend({ type: "email_change", email, options: { emailRedirectTo: confirmedHere() } });
    if (error) throw error;
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || change.isPending) return;
    const wanted = emailAddress.tidy(readFields(form.current, ["email"]).email);
    const proof = readProof(form.current);
    const wrong = isEmailAddress(wanted)
      ? typeof proof === "string"
        ? { field: proof, words: "" }
        : undefined
      : { field: "email", words: m.account_error_email() };
    setError(wrong);
    if (wrong) return focusFirst(form.current, [wrong.field]);
    if (typeof proof !== "string") change.mutate({ ...proof, email: wanted });
  };

  return (
    <Setting id="set-email" title={m.account_email()}>
      <p className="small">{email}</p>
      {newEmail && (
        <>
          <Notice>{m.account_email_pending({ email: newEmail })}</Notice>
          <ResendButton label={m.account_email_again()} send={sendAgain} />
        </>
      )}
      <Edit label={m.account_change_email()} ref={edit}>
        <form method="post" className="stack" ref={form} noValidate onSubmit={send}>
          <Failed error={change.error} />
          <p className="small muted">{m.account_email_text()}</p>
          <TextField
            id="email-new"
            name="email"
            type="email"
            label={m.account_new_email()}
            autoComplete="email"
            autoCapitalize="none"
            maxLength={longestEmail}
            error={fieldError?.field === "email" ? fieldError.words : undefined}
            isAlert
          />
          <ProofFields
            id="email"
            email={email}
            isMissing={fieldError?.field === "current_password" || fieldError?.field === "nonce"}
          />
          <SubmitButton className="btn btn-primary" isSending={change.isPending}>
            {m.account_save_email()}
          </SubmitButton>
        </form>
      </Edit>
    </Setting>
  );
}
