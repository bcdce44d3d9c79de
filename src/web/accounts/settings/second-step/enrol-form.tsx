import type { FormEvent, ReactNode, RefObject } from "react";
import type { Factor } from "#web/accounts/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";

export type EnrolProps = {
  unfinished: Factor[];
  onVerified: () => Promise<unknown>;
  onCancel: () => void;
};

type EnrolFormProps = {
  ref: RefObject<HTMLFormElement | null>;
  error: unknown;
  isSending: boolean;
  /** The label of the button that goes on. */
  next: string;
  onSend: (form: HTMLFormElement) => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The form that adds a second step: the error, the fields, and the buttons to go on and to cancel. */
export function EnrolForm({ ref, error, isSending, next, onSend, onCancel, children }: EnrolFormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSending) onSend(event.currentTarget);
  };
  return (
    <form
      method="post"
      className="grid grid-cols-1 gap-5 p-5 border border-line rounded-lg bg-surface"
      ref={ref}
      noValidate
      onSubmit={send}
    >
      <Failed error={error} />
      {children}
      <div className="acts">
        <SubmitButton className="btn btn-primary" isSending={isSending}>
          {next}
        </SubmitButton>
        <button className="btn btn-quiet" type="button" onClick={onCancel}>
          {m.account_cancel()}
        </button>
      </div>
    </form>
  );
}
