import { type ReactNode, useId, useState } from "react";
import { longestReason } from "#domain/text-lengths.ts";
import { TextAreaField } from "./text-area-field.tsx";
import { TextField } from "./text-field.tsx";

type FoldedTextProps = {
  look: "ask" | "fold" | "unfold";
  /** Names the action, on the fold and, without `send`, on the button. */
  title: string;
  send?: string;
  lead?: string;
  label: string;
  /** The lines of a longer text; without them, the text is one line. */
  rows?: number;
  longest?: number;
  /** The text that is being rewritten. */
  start?: string;
  isSending: boolean;
  onSend: (text: string, clear: () => void) => void;
  /** The content above the button, and below it. */
  above?: ReactNode;
  below?: ReactNode;
};

/** An action with a text, such as a reason, folded away. Its button is off while there is no text. */
export function FoldedText({
  look,
  title,
  send = title,
  lead,
  label,
  rows,
  longest = longestReason,
  start = "",
  isSending,
  onSend,
  above,
  below,
}: FoldedTextProps) {
  const id = useId();
  const [text, setText] = useState(start);
  const isEmpty = text.trim() === "";
  const field = { id, label, maxLength: longest, value: text };
  return (
    <details className={look}>
      <summary>{title}</summary>
      <div className="stack">
        {lead && <p className="small muted">{lead}</p>}
        {rows ? (
          <TextAreaField {...field} rows={rows} onChange={({ target }) => setText(target.value)} />
        ) : (
          <TextField {...field} onChange={({ target }) => setText(target.value)} />
        )}
        {above}
        <p>
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            aria-disabled={isEmpty || undefined}
            aria-busy={isSending || undefined}
            onClick={() => !isEmpty && !isSending && onSend(text, () => setText(""))}
          >
            {send}
          </button>
        </p>
        {below}
      </div>
    </details>
  );
}
