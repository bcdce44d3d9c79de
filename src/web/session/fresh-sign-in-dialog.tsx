import { type FormEvent, useId, useState } from "react";
import { plainCode } from "#domain/plain-text.ts";
import { m } from "#web/paraglide/messages.js";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { ModalHead, useModal, whenClosed } from "#web/ui/modal.tsx";
import { sessionErrorWords } from "./failure-words.ts";
import { finishSignIn, type HalfSignIn, signInAnew } from "./fresh-sign-in.ts";
import { useSession } from "./use-session.ts";

type FreshSignInDialogProps = { onDone: () => void; onClose: () => void };

/** Asks for the password once more, and for the second factor where there is one. */
export default function FreshSignInDialog({ onDone, onClose }: FreshSignInDialogProps) {
  const dialog = useModal();
  const id = useId();
  const email = useSession()?.email ?? "";
  const [half, setHalf] = useState<HalfSignIn>();
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setSending] = useState(false);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("proof") ?? "");
    if (isSending || typed === "") return;
    setSending(true);
    setFailure(undefined);
    try {
      const left = half ? await finishSignIn(half, plainCode(typed)) : await signInAnew(email, typed);
      if (left) setHalf(left);
      else onDone();
    } catch (error) {
      setFailure(error);
    }
    setSending(false);
  };
  const error = failure === undefined ? undefined : sessionErrorWords(failure);

  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={`${id}-title`} onClose={whenClosed(onClose)}>
      <ModalHead dialog={dialog}>
        <h2 className="h3" id={`${id}-title`}>
          {m.session_fresh_title()}
        </h2>
      </ModalHead>
      <form className="stack" method="post" noValidate onSubmit={(event) => void send(event)}>
        <p>{half ? m.session_fresh_code_text() : m.session_fresh_text()}</p>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        {half ? (
          <TextField
            key="code"
            id={`${id}-proof`}
            name="proof"
            label={m.session_fresh_code()}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            error={error}
            isAlert={error !== undefined}
            autoFocus
          />
        ) : (
          <PasswordField
            key="password"
            id={`${id}-proof`}
            name="proof"
            label={m.session_fresh_password({ email })}
            autoComplete="current-password"
            error={error}
            isAlert={error !== undefined}
            autoFocus
          />
        )}
        <p className="acts">
          <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
            {m.session_fresh_confirm()}
          </button>
          <button className="btn btn-quiet" type="button" onClick={() => dialog.current?.close()}>
            {m.admin_cancel()}
          </button>
        </p>
      </form>
    </dialog>
  );
}
