import { type FormEvent, useId, useState } from "react";
import { TextField } from "./text-field.tsx";

type FoldedFormProps = {
  /** Says what is done: opens the form, and sends it. */
  title: string;
  label: string;
  /** Says that nothing was written. */
  missing: string;
  hint?: string;
  longest?: number;
  isSmall?: boolean;
  isPending: boolean;
  onSend: (words: string) => void;
};

/** A deed that needs somebody's words, such as a reason; folded away until somebody wants it. */
export function FoldedForm({
  title,
  label,
  missing,
  hint,
  longest = 500,
  isSmall,
  isPending,
  onSend,
}: FoldedFormProps) {
  const id = useId();
  const [isMissing, setMissing] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get("words") ?? "").trim();
    setMissing(words === "");
    if (words && !isPending) onSend(words);
  };
  return (
    <details className="unfold w-full">
      <summary>{title}</summary>
      <form className="stack" noValidate onSubmit={send}>
        <TextField
          id={id}
          name="words"
          label={label}
          maxLength={longest}
          autoComplete="off"
          hint={hint}
          {...(isMissing && { error: missing, isAlert: true })}
        />
        <p>
          <button
            className={`btn btn-secondary ${isSmall ? "btn-sm" : ""}`}
            type="submit"
            aria-busy={isPending || undefined}
          >
            {title}
          </button>
        </p>
      </form>
    </details>
  );
}
