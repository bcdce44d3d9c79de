import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { CodeField, digitsOf } from "#web/ui/form/code-field.tsx";
import { focusFirst } from "#web/ui/form/form-elements.ts";
import { readFields } from "#web/ui/form/form-fields.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { Factor } from "#web/accounts/queries.ts";
import { Failed } from "#web/session/states.tsx";
import { dropUnfinished } from "#web/accounts/settings/unfinished.ts";

/** Adds a phone that gets a code by text message. */
export function EnrolPhone({
  unfinished,
  onVerified,
  onCancel,
}: {
  unfinished: Factor[];
  onVerified: () => Promise<unknown>;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [fieldError, setError] = useState("");

  const begin = useMutation({
    mutationFn: async (phone: string) => {
      const client = await authClient();
      await dropUnfinished(client, unfinished);
      const { data: factor, error } = await client.mfa.enroll({
        factorType: "phone",
        phone,
        friendlyName: phone,
      });
      if (error) throw error;
      const { data: challenge, error: failure } = await client.mfa.challenge({
        factorId: factor.id,
        channel: "sms",
      });
      if (failure) throw failure;
      return { factorId: factor.id, challengeId: challenge.id };
    },
  });
  const verify = useMutation({
    mutationFn: async (shown: { factorId: string; challengeId: string; code: string }) => {
      const { error } = await (await authClient()).mfa.verify(shown);
      if (error) throw error;
    },
    onSuccess: onVerified,
    onError: () => form.current && focusFirst(form.current, ["code"]),
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || begin.isPending || verify.isPending) return;
    const { phone, code } = readFields(form.current, ["phone", "code"]);
    const name = begin.data ? "code" : "phone";
    const number = phone.replace(/[\s().-]/g, "");
    // Ten digits without a country would be somebody's in another one.
    const isWrong = begin.data ? digitsOf(code) === "" : !/^\+[1-9]\d{6,14}$/.test(number);
    setError(isWrong ? (begin.data ? m.account_error_code() : m.account_error_phone()) : "");
    if (isWrong) return focusFirst(form.current, [name]);
    if (begin.data) verify.mutate({ ...begin.data, code: digitsOf(code) });
    else begin.mutate(number);
  };

  return (
    <form method="post" className="enrol" ref={form} noValidate onSubmit={send}>
      <Failed error={begin.error ?? verify.error} />
      {begin.data ? (
        <CodeField
          id="phone-code"
          name="code"
          label={m.account_code()}
          hint={m.account_code_texted()}
          error={fieldError}
        />
      ) : (
        <TextField
          id="phone-number"
          name="phone"
          type="tel"
          label={m.account_phone_number()}
          hint={m.account_phone_number_hint()}
          autoComplete="tel"
          error={fieldError}
          isAlert
        />
      )}
      <div className="acts">
        <SubmitButton className="btn btn-primary" isSending={begin.isPending || verify.isPending}>
          {begin.data ? m.account_step_turn_on() : m.account_send_code()}
        </SubmitButton>
        <button className="btn btn-quiet" type="button" onClick={onCancel}>
          {m.account_cancel()}
        </button>
      </div>
    </form>
  );
}
