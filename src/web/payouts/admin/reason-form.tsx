import { type FormEvent, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";

type ReasonFormProps = {
  /** Begins the ids of its fields. */
  id: string;
  title: string;
  label?: string;
  hint?: string;
  isSending: boolean;
  onSend: (reason: string) => void;
};

/** A deed that needs a reason, folded away until somebody wants it. */
export function ReasonForm({ id, title, label, hint, isSending, onSend }: ReasonFormProps) {
  const [isMissing, setMissing] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    setMissing(reason === "");
    if (reason && !isSending) onSend(reason);
  };
  return (
    <details className="unfold">
      <summary>{title}</summary>
      <form className="stack" noValidate onSubmit={send}>
        <TextField
          id={`${id}-reason`}
          name="reason"
          label={label ?? m.payouts_desk_reason()}
          maxLength={500}
          autoComplete="off"
          hint={hint}
          {...(isMissing && { error: m.payouts_desk_wrong_reason(), isAlert: true })}
        />
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={isSending || undefined}>
            {title}
          </button>
        </p>
      </form>
    </details>
  );
}
