import { useQueryClient } from "@tanstack/react-query";
import { addDriver } from "#contract/drivers.ts";
import { driverFields } from "#domain/fields/drivers.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useIdFor } from "#web/ui/form/use-id-for.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { driversErrorWords } from "./error-words.ts";
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

type AddDriverProps = {
  orderId: string;
  /** Called with the address that an email was sent to, and with undefined while another email is being sent. */
  onInvited: (email: string | undefined) => void;
};

/** Adds another driver, who gets an email. */
export function AddDriver({ orderId, onInvited }: AddDriverProps) {
  const cache = useQueryClient();
  const { idFor, forget } = useIdFor();
  const { props, field, isSending, failure } = useForm({
    rules,
    id: "driver",
    words,
    send: async (body, form) => {
      onInvited(undefined);
      const answer = await api(addDriver, { params: { id: orderId }, body: { id: idFor(body), ...body } });
      forget();
      cache.setQueryData(driversQuery(orderId).queryKey, answer);
      form.reset();
      onInvited(body.email);
    },
  });
  return (
    <form className="stack" {...props}>
      <div className="pairs max-sm:grid-cols-1">
        <TextField {...field("name")} label={m.drivers_name()} autoComplete="off" />
        <TextField {...field("email")} label={m.drivers_email()} type="email" autoComplete="off" />
      </div>
      {failure !== undefined && (
        <Notice kind="bad" isAlert>
          {driversErrorWords(failure)}
        </Notice>
      )}
      <p>
        <SubmitButton className="btn btn-secondary" isSending={isSending}>
          {m.drivers_add()}
        </SubmitButton>
      </p>
    </form>
  );
}
