import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { plainCode } from "#domain/plain-text.ts";
import { longestDeviceName } from "#domain/text-lengths.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { CodeField } from "#web/ui/form/code-field.tsx";
import { focusFirst } from "#web/ui/form/form-elements.ts";
import { readFields } from "#web/ui/form/form-fields.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { dropUnfinished } from "#web/accounts/settings/unfinished.ts";
import { EnrolForm, type EnrolProps } from "./enrol-form.tsx";

/**
 * Adds an authenticator app: a name, then its key as a picture and in letters, then the first code from the app.
 */
export function EnrolApp({ unfinished, onVerified, onCancel }: EnrolProps) {
  const form = useRef<HTMLFormElement>(null);
  const [fieldError, setError] = useState("");

  const begin = useMutation({
    mutationFn: async (friendlyName: string) => {
      const client = await authClient();
      await dropUnfinished(client, unfinished);
      const { data, error } = await client.mfa.enroll({
        factorType: "totp",
        friendlyName,
        issuer: brandName(),
      });
      if (error) throw error;
      return { id: data.id, secret: data.totp.secret, image: imageOf(data.totp.qr_code) };
    },
  });
  const verify = useMutation({
    mutationFn: async ({ factorId, code }: { factorId: string; code: string }) => {
      const { error } = await (await authClient()).mfa.challengeAndVerify({ factorId, code });
      if (error) throw error;
    },
    onSuccess: onVerified,
    onError: () => form.current && focusFirst(form.current, ["code"]),
  });

  const send = (typed: HTMLFormElement) => {
    const { name, code } = readFields(typed, ["name", "code"]);
    if (!begin.data) return begin.mutate(name.trim());
    setError(plainCode(code) ? "" : m.account_error_code());
    if (plainCode(code)) verify.mutate({ factorId: begin.data.id, code: plainCode(code) });
    else focusFirst(typed, ["code"]);
  };
  const cancel = async () => {
    if (begin.data) await (await authClient()).mfa.unenroll({ factorId: begin.data.id });
    onCancel();
  };

  return (
    <EnrolForm
      ref={form}
      error={begin.error ?? verify.error}
      isSending={begin.isPending || verify.isPending}
      next={begin.data ? m.account_step_turn_on() : m.account_step_continue()}
      onSend={send}
      onCancel={() => void cancel()}
    >
      {begin.data ? (
        <ol className="numbered grid grid-cols-1 gap-7">
          <li className="relative grid grid-cols-1 gap-3.5 pl-10 max-[30rem]:gap-2.5 max-[30rem]:pl-0">
            <h4 className="text-base/[1.625rem] font-title">{m.account_step_scan()}</h4>
            <div className="grid grid-cols-[11rem_minmax(0,1fr)] items-start gap-6 max-[30rem]:grid-cols-1">
              <img
                className="size-44 rounded-lg border border-line bg-[#fff]"
                src={begin.data.image}
                alt={m.account_step_image()}
                width="176"
                height="176"
              />
              <div className="stack">
                <p className="small muted">{m.account_step_typed()}</p>
                <p className="font-mono text-sm/[1.7] tracking-[0.04em]" translate="no">
                  {begin.data.secret.replace(/(.{4})(?=.)/g, "$1 ")}
                </p>
                <CopyButton text={begin.data.secret} label={m.account_copy_key()} />
              </div>
            </div>
          </li>
          <li className="relative grid grid-cols-1 gap-3.5 pl-10 max-[30rem]:gap-2.5 max-[30rem]:pl-0">
            <h4 className="text-base/[1.625rem] font-title">{m.account_step_type_code()}</h4>
            <CodeField
              id="enrol-code"
              name="code"
              label={m.account_code()}
              hint={m.account_code_hint()}
              error={fieldError}
            />
          </li>
        </ol>
      ) : (
        <TextField
          id="enrol-name"
          name="name"
          label={m.account_device_name()}
          hint={m.account_device_name_hint()}
          autoComplete="off"
          maxLength={longestDeviceName}
          defaultValue={m.account_device_default()}
        />
      )}
    </EnrolForm>
  );
}

/** The service's drawing as a data address. Encoding keeps special characters from breaking the address. */
function imageOf(drawing: string): string {
  const svg = drawing.startsWith("data:") ? drawing.slice(drawing.indexOf(",") + 1) : drawing;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
