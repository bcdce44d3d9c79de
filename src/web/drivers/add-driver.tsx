import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { addDriver } from "#contract/drivers.ts";
import { driverFields } from "#domain/fields/drivers.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { driversQuery } from "./queries.ts";

const rules: FormRules<typeof driverFields, "unchanged"> = {
  fields: driverFields,
  shows: "gaps first",
  known: ["unchanged"],
};
const own = {
  name: { missing: m.drivers_wrong_name },
  email: { missing: m.drivers_wrong_email, email: m.drivers_wrong_email },
};
const words = (name: keyof typeof driverFields, code: string): string =>
  code === "unchanged" ? m.drivers_wrong_own() : errorWords(own, name, code);

/** Names one more driver, who gets an email. */
export function AddDriver({ orderId }: { orderId: string }) {
  const cache = useQueryClient();
  const [invited, setInvited] = useState<string>();
  const id = useRef("");
  const { props, field, isSending, failure } = useForm({
    rules,
    id: "driver",
    words,
    send: async (body, form) => {
      setInvited(undefined);
      id.current ||= crypto.randomUUID();
      const answer = await api(addDriver, { params: { id: orderId }, body: { id: id.current, ...body } });
      id.current = "";
      cache.setQueryData(driversQuery(orderId).queryKey, answer);
      form.reset();
      setInvited(body.email);
    },
  });
  return (
    <form className="stack" {...props}>
      <div className="pairs">
        <TextField {...field("name")} label={m.drivers_name()} autoComplete="off" />
        <TextField {...field("email")} label={m.drivers_email()} type="email" autoComplete="off" />
      </div>
      {failure !== undefined && (
        <Notice kind="bad" isAlert>
          {sessionErrorWords(failure)}
        </Notice>
      )}
      {invited && <Notice kind="good">{m.drivers_added({ email: invited })}</Notice>}
      <p>
        <SubmitButton className="btn btn-secondary" isSending={isSending}>
          {m.drivers_add()}
        </SubmitButton>
      </p>
    </form>
  );
}
