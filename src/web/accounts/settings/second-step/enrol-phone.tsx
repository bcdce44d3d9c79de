import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { plainCode } from "#domain/plain-text.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient, type SignInClient } from "#web/session/auth-client.ts";
import { addFailureWords } from "#web/session/failure-words.ts";
import { CodeField } from "#web/ui/form/code-field.tsx";
import { focusFirst } from "#web/ui/form/form-elements.ts";
import { readFields } from "#web/ui/form/form-fields.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { dropUnfinished } from "#web/accounts/settings/unfinished.ts";
import { EnrolForm, type EnrolProps } from "./enrol-form.tsx";

addFailureWords({
  phone_country_refused: m.session_failure_phone_country,
  over_sms_send_rate_limit: m.session_failure_texts_spent,
});

/** Adds a phone that gets a code by text message. */
export function EnrolPhone({ unfinished, onVerified, onCancel }: EnrolProps) {
  const form = useRef<HTMLFormElement>(null);
  const [fieldError, setError] = useState("");
  /** The factor that this form has begun: `unfinished` knows only those from before. */
  const begun = useRef<string>(undefined);

  const dropBegun = async ({ mfa }: SignInClient) => {
    if (begun.current) await mfa.unenroll({ factorId: begun.current });
    begun.current = undefined;
  };
  const begin = useMutation({
    mutationFn: async (phone: string) => {
      const client = await authClient();
      await dropUnfinished(client, unfinished);
      await dropBegun(client);
      const { data: factor, error } = await client.mfa.enroll({
        factorType: "phone",
        phone,
        friendlyName: phone,
      });
      if (error) throw error;
      begun.current = factor.id;
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

  const send = (typed: HTMLFormElement) => {
    const { phone, code } = readFields(typed, ["phone", "code"]);
    const name = begin.data ? "code" : "phone";
    const number = phone.replace(/[\s().-]/g, "");
    // Ten digits without a country code could be another person's number in another country.
    const isWrong = begin.data ? plainCode(code) === "" : !/^\+[1-9]\d{6,14}$/.test(number);
    setError(isWrong ? (begin.data ? m.account_error_code() : m.account_error_phone()) : "");
    if (isWrong) return focusFirst(typed, [name]);
    if (begin.data) verify.mutate({ ...begin.data, code: plainCode(code) });
    else begin.mutate(number);
  };

  // A factor that can't be removed now is removed before the next phone.
  const cancel = () => {
    onCancel();
    if (begun.current) void authClient().then(dropBegun, () => undefined);
  };

  return (
    <EnrolForm
      ref={form}
      error={begin.error ?? verify.error}
      isSending={begin.isPending || verify.isPending}
      next={begin.data ? m.account_step_turn_on() : m.account_send_code()}
      onSend={send}
      onCancel={cancel}
    >
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
    </EnrolForm>
  );
}
