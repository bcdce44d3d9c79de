import { type FormEvent, useId, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";

type NoteFormProps = { title: string; isPending: boolean; onSend: (note: string) => void };

/** What happened in somebody's words, folded away until they have them. */
export function NoteForm({ title, isPending, onSend }: NoteFormProps) {
  const id = useId();
  const [isWrong, setWrong] = useState(false);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get("note") ?? "").trim();
    setWrong(!note);
    if (note && !isPending) onSend(note);
  };

  return (
    <details className="unfold w-full">
      <summary>{title}</summary>
      <form className="stack" onSubmit={send}>
        <TextField
          id={id}
          name="note"
          label={m.finance_note()}
          maxLength={500}
          autoComplete="off"
          {...(isWrong && { error: m.finance_note_wrong(), isAlert: true })}
        />
        <p>
          <button className="btn btn-secondary btn-sm" type="submit" aria-busy={isPending || undefined}>
            {title}
          </button>
        </p>
      </form>
    </details>
  );
}
