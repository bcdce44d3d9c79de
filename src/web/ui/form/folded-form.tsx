import { useId } from "react";
import { line, required } from "#domain/fields/rules.ts";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";
import { errorWords } from "./words/error-words.ts";

type FoldedFormProps = {
  /** Names the action, on the fold and on the button that sends the form. */
  title: string;
  label: string;
  /** The error for an empty field. */
  missing: string;
  hint?: string;
  longest?: number;
  isSmall?: boolean;
  isPending: boolean;
  onSend: (words: string) => void;
};

/** A form for an action that needs words, such as a reason; folded away until somebody opens it. */
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
  const { props, field } = useForm({
    rules: { fields: { words: required(line(longest)) } },
    id,
    words: (name, code) => errorWords({ words: { missing: () => missing } }, name, code),
    send: ({ words }) => {
      if (!isPending) onSend(words);
    },
  });
  return (
    <details className="unfold w-full">
      <summary>{title}</summary>
      <form className="stack" {...props}>
        <TextField {...field("words")} label={label} autoComplete="off" hint={hint} />
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
